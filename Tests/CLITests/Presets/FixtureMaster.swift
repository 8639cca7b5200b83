import SystemPackage

/// The checkout.
let projectRoot: String = {
  var path = FilePath(#filePath)
  for _ in 0..<4 { path.removeLastComponent() }
  return path.string
}()

/// A master of 1024 pixels with transparency.
let fixtureMaster = "\(projectRoot)/fixtures/master.png"
