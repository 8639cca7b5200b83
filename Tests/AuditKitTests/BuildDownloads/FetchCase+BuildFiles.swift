/// Build files that people and build systems know, each beside a twin that only looks like it.
extension FetchCase {
  static let shell = [
    FetchCase(
      file: "get.sh", text: "curl -fsSL https://example.org/a.tgz | tar xz", sites: ["1 curl"]),
    FetchCase(
      file: "get.sh", text: "# curl https://example.org/a.tgz\ntrue # wget https://example.org"),
    FetchCase(
      file: "get.sh",
      text: "echo 'run curl https://example.org/a'\necho \"or wget https://example.org\""),
    FetchCase(
      file: "get.sh", text: "echo \"now $(curl -s https://example.org)\"", sites: ["1 curl"]),
    FetchCase(file: "get.sh", text: "v=`wget -qO- https://example.org/v`", sites: ["1 wget"]),
    FetchCase(
      file: "get.sh", text: "set -e\nif ! sudo wget \\\n  \"$URL\"; then exit 1; fi",
      sites: ["2 wget"]),
    FetchCase(
      file: "get.sh", text: "curl --version\ncommand -v curl\nwhich wget\ntype curl >/dev/null"),
    FetchCase(
      file: "get.sh",
      text:
        "case $tool in curl) a=1;; wget) a=2;; esac\ntools=(curl wget)\nfor t in curl wget; do :; done"
    ),
    FetchCase(
      file: "get.sh",
      text: "curl http://localhost:8080/health\ncurl file:///tmp/a\nwget http://127.0.0.1/x"),
    FetchCase(
      file: "get.sh", text: "cat <<EOF\ncurl https://example.org\nEOF\ncurl https://example.org",
      sites: ["4 curl"]),
    FetchCase(file: "get.sh", text: "cat <<-'END'\n\twget https://example.org\n\tEND\ntrue"),
    FetchCase(
      file: "docs.mk", text: "docs:\n\t$(ENV_PYTHON) -m pip install docwriter\n",
      sites: ["2 pip install"]),
    FetchCase(file: "docs.mk", text: "docs:\n\t$(ENV_PYTHON) -m venv env\n\t$(PIP) -m install\n"),
    FetchCase(
      file: "CMakeLists.txt",
      text:
        "add_custom_command(OUTPUT x COMMAND\n  sh -c 'test -f x || wget https://example.org/x')",
      sites: ["1 wget"]),
    FetchCase(
      file: "CMakeLists.txt", text: "execute_process(COMMAND sh -c \"curl $url | tar x\")",
      sites: ["1 curl"]),
    FetchCase(
      file: "CMakeLists.txt", text: "execute_process(COMMAND sh -c 'test -f curl || exit 1')"),
    FetchCase(
      file: "get.sh", text: "pip install -r requirements.txt\npython3 -m pip install wheel",
      sites: ["1 pip install", "2 pip install"]),
    FetchCase(
      file: "get.sh", text: "pip install --no-index --find-links wheels x\npip --version\npip list"),
    FetchCase(
      file: "get.sh", text: "npm ci && npm run build\nyarn install",
      sites: ["1 npm ci", "2 yarn install"]),
    FetchCase(
      file: "get.sh", text: "npm run install\nnpm test\ngo build ./...\ncargo build --offline"),
    FetchCase(
      file: "get.sh",
      text: "go get example.org/x\ngo install example.org/x@latest\ngo mod download",
      sites: ["1 go get", "2 go install", "3 go mod"]),
    FetchCase(file: "get.sh", text: "go install ./cmd/x\ngo mod tidy -e\ncargo install --path ."),
    FetchCase(file: "get.sh", text: "cargo install ripgrep", sites: ["1 cargo install"]),
    FetchCase(
      file: "get.sh", text: "git clone https://example.org/x.git\ngit submodule update --init",
      sites: ["1 git clone", "2 git submodule"]),
    FetchCase(
      file: "get.sh", text: "git clone ../x y\ngit clone /srv/x\ngit submodule status\ngit log"),
    FetchCase(
      file: "get.sh", text: "sh -c 'wget https://example.org/x'\neval \"curl $URL\"",
      sites: ["1 wget", "2 curl"]),
    FetchCase(
      file: "get.sh", text: "CURL_OPTS=-s curl -o out \"https://example.org/$f\" &",
      sites: ["1 curl"]),
    FetchCase(
      file: "get.sh",
      text: "my-curl https://example.org\ncurl-config --libs\n./curl_test https://example.org"),
    FetchCase(
      file: "install", text: "#!/usr/bin/env bash\nwget https://example.org/x", sites: ["2 wget"]),
    FetchCase(file: "install", text: "#!/usr/bin/python3\nwget https://example.org/x"),
    FetchCase(file: "notes.txt", text: "wget https://example.org/x"),
  ]

  static let make = [
    FetchCase(
      file: "Makefile", text: "URL = https://example.org\nx.tgz:\n\t@curl -O $(URL)/x.tgz\n",
      sites: ["3 curl"]),
    FetchCase(
      file: "Makefile",
      text:
        "# curl https://example.org\nCURL = curl\nhelp:\n\t@echo use curl https://example.org\n\t# wget https://example.org\n"
    ),
    FetchCase(
      file: "GNUmakefile",
      text: "V := $(shell curl -s https://example.org/v)\nW != wget -qO- https://example.org\n",
      sites: ["1 curl", "2 wget"]),
    FetchCase(
      file: "rules.mk",
      text: "x: ; wget https://example.org/x\ny:\n\t-cd d && \\\n\t  wget https://example.org/y",
      sites: ["1 wget", "4 wget"]),
    FetchCase(
      file: "Makefile.am",
      text: "EXTRA_DIST = curl wget\nlib_LIBS = -lcurl\nall:\n\t$(CC) -lcurl main.c\n"),
  ]

  static let cmake = [
    FetchCase(
      file: "CMakeLists.txt",
      text:
        "include(FetchContent)\nFetchContent_Declare(\n  zlib\n  GIT_REPOSITORY https://github.com/madler/zlib.git\n  GIT_TAG v1.3)\nFetchContent_MakeAvailable(zlib)",
      sites: ["2 FetchContent_Declare"]),
    FetchCase(
      file: "CMakeLists.txt",
      text:
        "# FetchContent_Declare(zlib URL https://example.org/z.tgz)\n#[[ ExternalProject_Add(x URL https://example.org/x) ]]\nmessage(\"file(DOWNLOAD https://example.org)\")"
    ),
    FetchCase(
      file: "CMakeLists.txt",
      text:
        "FetchContent_Declare(zlib URL ${CMAKE_SOURCE_DIR}/third_party/zlib.tgz)\nFetchContent_Declare(b SOURCE_DIR ../b)\nExternalProject_Add(c URL ../c.tgz)"
    ),
    FetchCase(
      file: "deps.cmake",
      text:
        "ExternalProject_Add(x\n  URL \"https://example.org/x.tgz\")\nfile(DOWNLOAD https://example.org/y y)",
      sites: ["1 ExternalProject_Add", "3 file(DOWNLOAD)"]),
    FetchCase(
      file: "deps.cmake",
      text:
        "file(READ https.txt x)\nfile(DOWNLOAD file:///srv/y y)\nset(DOWNLOAD https://example.org)"),
    FetchCase(
      file: "CMakeLists.txt",
      text:
        "execute_process(COMMAND curl -LO https://example.org/x)\nadd_custom_command(OUTPUT y COMMAND git clone https://example.org/y)",
      sites: ["1 curl", "2 git clone"]),
    FetchCase(
      file: "CMakeLists.txt",
      text:
        "execute_process(COMMAND curl-config --libs)\nexecute_process(COMMAND git describe)\nfind_package(CURL)"
    ),
    FetchCase(
      file: "CMakeLists.txt", text: "CPMAddPackage(\"gh:fmtlib/fmt#10.0.0\")",
      sites: ["1 CPMAddPackage"]),
  ]

  static let others = [
    FetchCase(
      file: "zlib.wrap",
      text: "[wrap-file]\nsource_url = https://example.org/z.tgz\nsource_hash = 12",
      sites: ["2 [wrap-file] source_url"]),
    FetchCase(
      file: "zlib.wrap",
      text: "[wrap-file]\ndirectory = zlib\n# source_url = https://example.org\n[provide]\nurl = x"),
    FetchCase(
      file: "x.wrap", text: "[wrap-git]\nurl = https://example.org/x.git",
      sites: ["2 [wrap-git] url"]),
    FetchCase(
      file: "meson.build", text: "project('x')\nr = run_command('curl', 'https://example.org/x')",
      sites: ["2 curl"]),
    FetchCase(
      file: "meson.build",
      text:
        "dependency('libcurl')\n# run_command('curl', 'https://example.org')\nrun_command('./x.py', 'curl', 'https://example.org')"
    ),
    FetchCase(
      file: ".gitmodules", text: "[submodule \"x\"]\n\tpath = x\n\turl = https://example.org/x.git",
      sites: ["3 git submodule"]),
    FetchCase(
      file: ".gitmodules", text: "[submodule \"x\"]\n\tpath = x\n# url = https://example.org/x.git"),
    FetchCase(
      file: "Package.swift",
      text:
        "let p = Package(dependencies: [\n  .package(url: \"https://example.org/x\", from: \"1.0.0\"),\n  .package(path: \"../url\"),\n])",
      sites: ["2 .package(url:)"]),
    FetchCase(
      file: "Package.swift",
      text:
        "/* .package(url: \"https://example.org/x\") /* nested */ .binaryTarget(url: \"u\") */\n// .package(url: \"https://example.org\")\nlet s = \".package(url: x)\"\n.product(name: \"url\", package: \"x\")"
    ),
    FetchCase(
      file: "Package@swift-6.0.swift",
      text:
        ".binaryTarget(name: \"b\", url: \"https://example.org/b.zip\", checksum: \"0\")\n.binaryTarget(name: \"c\", path: \"c.zip\")",
      sites: ["1 .binaryTarget(url:)"]),
    FetchCase(
      file: "Podfile",
      text:
        "target 'App' do\n  pod 'AFNetworking', '~> 4'\n  pod 'Mine', :path => '../Mine'\n  # pod 'Old'\nend",
      sites: ["2 pod"]),
    FetchCase(
      file: "Cartfile",
      text:
        "github \"Alamofire/Alamofire\"\n# github \"x/y\"\ngit \"file:///srv/x\"\nbinary \"https://example.org/x.json\"",
      sites: ["1 github", "4 binary"]),
    FetchCase(
      file: "build.gradle",
      text: "repositories {\n  mavenCentral()\n  maven { url 'https://example.org/m2' }\n}",
      sites: ["2 repositories", "3 repositories"]),
    FetchCase(
      file: "build.gradle.kts",
      text:
        "// repositories { mavenCentral() }\nrepositories {\n  mavenLocal()\n  flatDir { dirs(\"libs\") }\n}\nval x = \"https://example.org\"\nmavenCentral()"
    ),
    FetchCase(
      file: "gradle-wrapper.properties",
      text: "distributionUrl=https\\://services.gradle.org/g.zip", sites: ["1 distributionUrl"]),
    FetchCase(
      file: "gradle-wrapper.properties",
      text: "#distributionUrl=https\\://x\ndistributionPath=wrapper/dists"),
    FetchCase(
      file: "gradle-wrapper.properties", text: "distributionUrl=gradle-8.5-bin.zip"),
    FetchCase(
      file: "gradle-wrapper.properties", text: "distributionUrl=https\\u003a//example.org/g.zip",
      sites: ["1 distributionUrl"]),
    FetchCase(
      file: "gradle-wrapper.properties",
      text: "distributionUrl=../dist/gradle.zip\ndistributionUrl=file\\:/srv/g.zip"),
    FetchCase(
      file: "pom.xml",
      text:
        "<project>\n<repositories><repository>\n<id>x</id><url>https://example.org</url></repository></repositories></project>",
      sites: ["3 <repository>"]),
    FetchCase(
      file: "pom.xml",
      text:
        "<project><url>https://example.org</url>\n<!-- <repository><url>https://example.org</url></repository> -->\n<distributionManagement><repository><url>https://example.org</url></repository></distributionManagement></project>"
    ),
    FetchCase(
      file: "WORKSPACE",
      text:
        "load(\"@bazel_tools//tools:http.bzl\", \"http_archive\")\nhttp_archive(\n  name = \"zlib\",\n  urls = [\"https://example.org/z.tgz\"],\n)",
      sites: ["2 http_archive"]),
    FetchCase(
      file: "deps.bzl",
      text:
        "def http_archive(name, url):\n  pass\n# http_archive(name = \"x\")\nnative.local_repository(name = \"x\", path = \"y\")"
    ),
    FetchCase(
      file: "MODULE.bazel", text: "bazel_dep(name = \"rules_cc\", version = \"0.1\")",
      sites: ["1 bazel_dep"]),
    FetchCase(
      file: "default.nix",
      text:
        "{ fetchurl, stdenv }:\nstdenv.mkDerivation {\n  src = fetchurl {\n    url = \"https://example.org/x.tgz\";\n  };\n}",
      sites: ["3 fetchurl"]),
    FetchCase(
      file: "default.nix",
      text:
        "{ fetchurl, fetchFromGitHub }:\n# fetchurl { url = \"x\"; }\n/* fetchTarball \"https://example.org\" */\nlet inherit fetchurl; src = ./x; in src"
    ),
    FetchCase(
      file: "shell.nix", text: "import (builtins.fetchTarball \"https://example.org/n.tgz\") {}",
      sites: ["1 fetchTarball"]),
    FetchCase(
      file: "Dockerfile",
      text:
        "FROM scratch\nADD https://example.org/x.tgz /x\nRUN apt-get update && \\\n    curl -O https://example.org/y",
      sites: ["2 ADD", "3 apt-get update", "4 curl"]),
    FetchCase(
      file: "Dockerfile",
      text:
        "# ADD https://example.org/x /x\nADD x.tgz /x\nCOPY https.txt /y\nENV URL=https://example.org\nRUN echo curl https://example.org"
    ),
  ]

  static let described = [
    FetchCase(
      file: "A.podspec",
      text:
        "Pod::Spec.new do |s|\n  s.prepare_command = <<-CMD\n    set -e\n    curl -O https://example.org/a\n  CMD\nend",
      sites: ["4 curl"]),
    FetchCase(
      file: "A.podspec",
      text:
        "s.prepare_command = 'make'\ns.script_phase = { :name => 'x',\n  :script => \"cd y\nwget https://example.org/a\" }",
      sites: ["4 wget"]),
    FetchCase(
      file: "A.podspec", text: "s.script_phases = [{ script: 'curl -O https://example.org/a' }]",
      sites: ["1 curl"]),
    FetchCase(
      file: "A.podspec", text: "v = `curl -s https://example.org/v`\ns.version = v",
      sites: ["1 curl"]),
    FetchCase(
      file: "A.podspec",
      text:
        "s.homepage = 'https://example.org'\ns.source = { :git => 'https://example.org/a.git', :tag => '1' }\n# s.prepare_command = 'curl https://example.org'\ns.prepare_command = <<-CMD\n  ./configure --with-curl\nCMD\ns.description = <<-DESC\ncurl https://example.org/a\nDESC\ns.dependency 'B', '~> 1'"
    ),
    FetchCase(
      file: "x/gen.go",
      text:
        "package x\n\n//go:generate curl -O https://example.org/a\n//go:generate go run example.org/tool@latest -x\n//go:generate -command t go run example.org/t@latest\n",
      sites: ["3 curl", "4 go run", "5 go run"]),
    FetchCase(
      file: "x/gen.go",
      text:
        "package x\n\n//go:generate go run gen.go\n//go:generate stringer -type=T\n//go:generate go run ./cmd/x\n// See //go:generate curl -O https://example.org/a\nvar curl = \"curl https://example.org\"\n"
    ),
    FetchCase(
      file: "inc/fetch.pl", text: "use LWP::Simple;\ngetstore('https://example.org/a', 'a');",
      sites: ["2 getstore"]),
    FetchCase(
      file: "src/fetch.pl", text: "use LWP::Simple;\ngetstore('https://example.org/a', 'a');"),
    FetchCase(
      file: "inc/fetch.pl", text: "sub fetch { return $cache{shift()} }\nprint 'getstore';"),
  ]
}
