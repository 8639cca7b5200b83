import BroadcastPool

/// The rendering of one master on the pool. Owns the data that its steps work on, and gives each
/// piece to one step at a time.
final class RenderRun: Sendable {
  /// A step of a run, as a request to the pool.
  struct Work: Hashable, Sendable {
    let run: RenderRun
    let step: RenderMachine.Step

    static func == (left: Work, right: Work) -> Bool {
      left.run === right.run && left.step == right.step
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(run))
      hasher.combine(step)
    }
  }

  typealias Pool = BroadcastPool<Work, Void>
  typealias Icons = [Rendition: EncodedPNG]

  private struct State {
    var machine: RenderMachine
    /// The decoded bands that are still needed; a step that changes one removes it meanwhile.
    var bands: [Int: Band] = [:]
    var free: [Band] = []
    var lanes: [Lane?]
    var canvases: [Int: Canvas] = [:]
    /// The icons that are being compressed.
    var parts: [Int: PNGParts] = [:]
    var icons: Icons = [:]
    var continuation: CheckedContinuation<Icons, any Error>?
    var failure: (any Error)?
  }

  let plan: RenderPlan
  /// The rows. Only one step at a time decodes; the lock proves that to the compiler.
  private let source: Locked<MasterRows>
  private let state: Locked<State>
  private let progress: IconProgress

  init(_ plan: RenderPlan, source: sending MasterRows, progress: IconProgress) {
    self.plan = plan
    self.progress = progress
    self.source = Locked(source)
    let machine = RenderMachine(
      bandCount: plan.bandCount, lanes: plan.lanes, slots: plan.slots)
    state = Locked(State(machine: machine, lanes: plan.lanes.map { _ in nil }))
  }

  /// Every rendition of the plan; the steps run on `pool`.
  func icons(on pool: Pool) async throws -> Icons {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let steps = state.withLock { state -> [RenderMachine.Step] in
          if let failure = state.failure {
            continuation.resume(throwing: failure)
            return []
          }
          state.continuation = continuation
          return state.machine.start()
        }
        request(steps, on: pool)
      }
    } onCancel: {
      fail(CancellationError())
      // Queued steps would keep this run alive and do useless work.
      pool.remove(self)
    }
  }

  private func request(_ steps: [RenderMachine.Step], on pool: Pool) {
    for step in steps {
      // Decoding cannot be parallelised, so it must never wait for other steps.
      let priority: Priority = if case .decode = step { .high } else { .normal }
      pool.request(Work(run: self, step: step), priority: priority, for: self) {
        [weak self, weak pool] in
        guard let self, let pool else { return }
        switch $0 {
        case .success: advance(after: step, on: pool)
        case .failure(let error): fail(error)
        }
      }
    }
  }

  private func advance(after step: RenderMachine.Step, on pool: Pool) {
    if case .decode(let band) = step { progress.add(plan.work(ofBand: band)) }
    let (steps, done) = state.withLock { state in
      guard state.failure == nil else {
        return ([RenderMachine.Step](), CheckedContinuation<Icons, any Error>?.none)
      }
      var parts = 0
      if case .encode(let icon) = step { parts = state.parts[icon]?.count ?? 0 }
      let outcome = state.machine.finish(step, parts: parts)
      if let freed = outcome.freed {
        guard let band = state.bands.removeValue(forKey: freed) else {
          preconditionFailure("band \(freed) is freed twice")
        }
        state.free.append(band)
      }
      return (outcome.steps, outcome.isDone ? state.continuation.take() : nil)
    }
    request(steps, on: pool)
    done?.resume(returning: state.withLock { $0.icons })
  }

  private func fail(_ error: any Error) {
    let waiting = state.withLock { state in
      state.failure = state.failure ?? error
      return state.continuation.take()
    }
    waiting?.resume(throwing: error)
  }

  /// Does one step; called by the pool.
  func perform(_ step: RenderMachine.Step) throws {
    switch step {
    case .decode(let index):
      var band =
        state.withLock { $0.free.popLast() }
        ?? Band(rowCapacity: plan.bandRows, rowBytes: plan.rowBytes)
      try source.withLock { try plan.decode(index, of: $0, into: &band) }
      state.withLock { $0.bands[index] = band }
    case .split(let index):
      guard var band = state.withLock({ $0.bands.removeValue(forKey: index) }) else {
        preconditionFailure("band \(index) was not decoded")
      }
      band.split(by: plan.splitter)
      state.withLock { $0.bands[index] = band }
    case .filter(let lane, let index):
      try filter(lane: lane, band: index)
    case .encode(let icon): try encode(icon)
    case .compress(let icon, let part): try compress(icon, part: part)
    }
  }

  /// Makes the file of a complete image, or hands a large one over to be compressed in parts.
  private func encode(_ icon: Int) throws {
    guard let canvas = state.withLock({ $0.canvases.removeValue(forKey: icon) }) else {
      preconditionFailure("icon \(icon) is not complete")
    }
    let rendition = plan.renditions[icon]
    let optimizing = plan.optimizes
    let work = plan.work(ofIcon: icon)
    var done = 0
    defer { progress.add(work - done) }
    let (box, margin) = (canvas.box, canvas.margin)
    // What is cut to a shape need not be opaque.
    let isFlattened = canvas.isFlattened && rendition.cut == nil
    let image = canvas.finished(optimizing: optimizing, mayBeGrey: plan.isSRGB)
    var file: EncodedPNG
    if optimizing {
      file = try EncodedPNG(
        image.pixels, size: rendition.size, channels: image.channels, optimizing: true,
        keepingChannels: rendition.keepsChannel
      ) { part in
        let part = Int(part * Double(work))
        progress.add(part - done)
        done = part
      }
    } else {
      var parts = PNGParts(
        image.pixels, size: rendition.size, channels: image.channels, box: box, margin: margin)
      if parts.count > 1 {
        parts.isFlattened = isFlattened
        state.withLock { $0.parts[icon] = parts }
        return
      }
      file = try parts.compressedFile()
    }
    file.isFlattened = isFlattened
    state.withLock { $0.icons[rendition] = file }
  }

  private func compress(_ icon: Int, part: Int) throws {
    guard let image = state.withLock({ $0.parts[icon] }) else {
      preconditionFailure("icon \(icon) is not being compressed")
    }
    let compressed = try image.compressed(part)
    let isComplete = state.withLock { $0.parts[icon]?.add(compressed, at: part) }
    guard isComplete == true, let all = state.withLock({ $0.parts.removeValue(forKey: icon) })
    else {
      return
    }
    state.withLock { $0.icons[plan.renditions[icon]] = all.file }
  }

  private func filter(lane index: Int, band bandIndex: Int) throws {
    let (waiting, band) = state.withLock { state in
      (state.lanes[index].take(), state.bands[bandIndex])
    }
    guard let band else { preconditionFailure("band \(bandIndex) was not split") }
    var lane = waiting ?? plan.lane(index)
    lane.add(band, by: plan.splitter)
    state.withLock { state in
      if bandIndex + 1 < plan.bandCount {
        state.lanes[index] = lane
      } else {
        for (number, canvas) in lane.icons.flatMap(\.canvases) { state.canvases[number] = canvas }
      }
    }
  }
}
