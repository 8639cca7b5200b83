/// The programs that download, from their manual pages.
enum FetchPrograms {
  /// A program with subcommands, some of which download.
  struct Manager: Sendable {
    let verbs: Set<String>
    /// Options whose value is the word after them.
    let valued: Set<String>
  }

  /// Programs that transfer what their operands name, with their options that take a value.
  static let transfers: [String: Set<String>] = Dictionary(
    uniqueKeysWithValues: """
      curl -o -H -d -u -A -e -b -c -x -X -w -m -F -K -C -r -E -D -Y -y -Q --output --header --data --user --user-agent --request --retry --retry-delay --max-time --connect-timeout --output-dir --proxy --cacert --write-out --retry-max-time
      wget -O -P -o -a -U -e -t -T -w -Q --output-document --directory-prefix --header --tries --timeout --user-agent
      wget2 -O -P -o -a -U -t -T
      aria2c -o -d -x -s -j --out --dir
      axel -o -n
      fetch -o
      ftp -o
      lftp -e -u
      lynx
      links
      http
      https
      certutil
      bitsadmin
      msiexec
      mshta
      gh -R -p -D -O --repo --pattern --dir
      scp -P -i -o -c -F -J -l
      sftp -P -i -o
      rsync -e -f --rsh --exclude --include
      aws --profile --region
      gsutil
      gdown -O
      """.split(separator: "\n").map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[0], Set(words.dropFirst()))
      })

  /// Commands of PowerShell that download, with their aliases, and AppVeyor's.
  static let cmdlets: Set<String> = [
    "invoke-webrequest", "invoke-restmethod", "iwr", "irm", "start-bitstransfer",
    "install-module", "install-package", "install-packageprovider", "install-script", "save-module",
    "find-package", "start-filedownload", "update-module",
  ]

  /// Options with which a transfer program sends, or only asks.
  static let uploads: Set<String> = [
    "-T", "--upload-file", "--spider", "-XPUT", "-XDELETE", "--version", "--help", "-addstore",
  ]

  /// Options with which a package manager stays on this machine.
  static let offline: Set<String> = [
    "--no-index", "--offline", "--dry-run", "--no-network", "--prefer-binary-only",
  ]

  /// Package managers and version control systems: subcommands that download, then options with
  /// a value.
  static let managers: [String: Manager] = Dictionary(
    uniqueKeysWithValues: """
      pip install download wheel -c -i --proxy --timeout -r --requirement -t --target --prefix --index-url --extra-index-url --constraint
      pip2 install download wheel -c -i -r --requirement -t --target --prefix --index-url
      pip3 install download wheel -c -i -r --requirement -t --target --prefix --index-url --constraint
      pipx install run
      uv sync add pip --directory
      poetry install add update -C --directory
      pipenv install sync
      conda install create update -n -c -p
      mamba install create update -n -c -p
      micromamba install create -n -c -p
      easy_install
      npm install ci i add update --prefix -C
      yarn install add --cwd
      pnpm install add i dlx -C --dir
      bun install add
      go get install mod run -C
      cargo install fetch add update --manifest-path --config
      rustup install update toolchain target component
      gem install fetch
      bundle install update
      cpan install
      cpanm
      git clone submodule fetch pull ls-remote lfs archive -C -c --git-dir --work-tree --depth -b --branch --reference -j -o
      svn checkout co export up update
      hg clone pull -R
      bzr branch checkout
      cvs checkout co -d
      composer install require update
      conan install
      vcpkg install
      pod install update
      carthage bootstrap update
      docker pull --context
      podman pull
      apt-get install update upgrade dist-upgrade build-dep source download -o -t -c
      apt install update upgrade build-dep source download -o -t
      aptitude install update
      yum install update groupinstall localinstall
      dnf install update builddep groupinstall
      microdnf install
      zypper install in refresh update
      apk add update upgrade -X
      pacman --sync
      brew install update upgrade tap bundle
      port install selfupdate
      pkg install update
      pkg_add
      opkg install update
      choco install upgrade
      cinst
      winget install
      scoop install
      nuget install restore
      dotnet restore tool add
      opam install update init
      luarocks install
      nimble install
      stack setup
      cabal update install
      sdkmanager
      snap install
      flatpak install
      nvm install
      pyenv install
      helm pull repo
      terraform init
      west update init
      gclient sync
      repo sync init
      meson subprojects
      prebuild-install
      node-pre-gyp install reinstall
      degit
      playwright install
      """.split(separator: "\n").map { line in
        let words = line.split(separator: " ").map(String.init).dropFirst()
        return (
          String(line.prefix { $0 != " " }),
          Manager(
            verbs: Set(words.filter { !$0.hasPrefix("-") }),
            valued: Set(words.filter { $0.hasPrefix("-") })
          )
        )
      })
}
