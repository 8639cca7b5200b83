/// Downloads behind wrappers and variables and in the languages of scripts, each beside a twin that
/// only looks like one.
extension FetchCase {
  static let wrappers =
    [
      "sudo -u x curl -O https://example.org/a", "nice -n 5 curl -O https://example.org/a",
      "timeout 60 curl https://example.org/a", "timeout -k 5 1m curl https://example.org/a",
      "cat urls | xargs -n 1 curl -O", "env A=b C=d curl https://example.org/a",
      "env -u HOME curl https://example.org/a", "command curl https://example.org/a",
      "busybox curl https://example.org/a", "nohup curl https://example.org/a &",
      "stdbuf -oL curl https://example.org/a", "sudo -E env X=1 nice curl https://example.org/a",
      "su builder -c 'curl https://example.org/a'", "find . -exec curl -O {} \\;",
      "cmake -E env A=b curl https://example.org/a", "retry 5 curl https://example.org/a",
      "curl get.example.org/install.sh | sh", "/usr/bin/curl https://example.org/a",
    ].map { FetchCase(file: "get.sh", text: $0, sites: ["1 curl"]) } + [
      FetchCase(
        file: "get.sh", text: "sh <<EOF\nset -e\ncurl https://example.org/a\nEOF", sites: ["3 curl"]
      ),
      FetchCase(
        file: "get.sh",
        text:
          "python3 - <<EOF\nfrom urllib.request import urlopen\nurlopen('https://example.org')\nEOF",
        sites: ["3 urllib.request.urlopen"]),
      FetchCase(
        file: "get.sh",
        text:
          "python3 -c \"import urllib.request as u; u.urlretrieve('https://example.org/a', 'a')\"",
        sites: ["1 urllib.request.urlretrieve"]),
      FetchCase(
        file: "get.sh",
        text:
          "sudo -u x make\nnice make -j4\ntimeout 60 ./run\nfind . | xargs rm -f\nenv A=b make\nbusybox ls"
      ),
      FetchCase(
        file: "get.sh",
        text:
          "sudo apt-get install -y cmake\napt-get install --dry-run x\nnpm run install\ngit -C sub fetch",
        sites: ["1 apt-get install", "4 git fetch"]),
    ]

  static let variables = [
    FetchCase(file: "get.sh", text: "FETCH=curl; $FETCH https://example.org/a", sites: ["1 curl"]),
    FetchCase(
      file: "get.sh", text: "export DL='wget -q'\nif x; then ${DL} \"$URL\"; fi", sites: ["2 wget"]),
    FetchCase(file: "get.sh", text: "${FETCH:-curl -L} https://example.org/a", sites: ["1 curl"]),
    FetchCase(
      file: "get.sh", text: ": ${GET:=wget}\n\"$GET\" https://example.org", sites: ["2 wget"]),
    FetchCase(
      file: "get.sh", text: "tool=$(command -v curl)\n$tool -O https://example.org/a",
      sites: ["2 curl"]),
    FetchCase(file: "get.sh", text: "$CURL -O https://example.org/a", sites: ["1 curl"]),
    FetchCase(
      file: "get.sh", text: "get=(curl -fL\n --retry 3)\n\"${get[@]}\" https://example.org/a",
      sites: ["3 curl"]),
    FetchCase(file: "get.sh", text: "a=cu b=rl\n$a$b https://example.org/a", sites: ["2 curl"]),
    FetchCase(
      file: "get.sh", text: "alias dl='wget -q'\ndl https://example.org/a", sites: ["2 wget"]),
    FetchCase(
      file: "CMakeLists.txt",
      text: "execute_process(COMMAND ${GIT_EXECUTABLE} submodule update --init)",
      sites: ["1 git submodule"]),
    FetchCase(
      file: "Dockerfile",
      text: "RUN [\"curl\", \"-O\", \"https://example.org/a\"]\nRUN --mount=type=cache wget $URL",
      sites: ["1 curl", "2 wget"]),
    FetchCase(
      file: "get.sh", text: "FETCH=curl\nCURL_LIBS=-lcurl\necho $FETCH https://example.org\n"),
    FetchCase(file: "get.sh", text: "URL=file:///srv/a\ncurl -O $URL\nR=../x\ngit clone $R y"),
    FetchCase(
      file: "rules.make", text: "FETCH ?= curl -L\nGET = $(FETCH) -O\nx:\n\t@$(GET) $(URL)/x\n",
      sites: ["4 curl"]),
    FetchCase(
      file: "Makefile", text: "ifeq (a, b)\n\tDL?=curl -L -o\nendif\nx:\n\t$(DL) $@ $(URL)x\n",
      sites: ["5 curl"]),
    FetchCase(file: "rules.mk", text: "x:\n\t$(WGET) https://example.org/x\n", sites: ["2 wget"]),
    FetchCase(
      file: "rules.mk",
      text: "URL = file:///srv\nFETCH = curl\nx:\n\t$(FETCH) -O $(URL)/x\n\t@echo $(FETCH)\n"),
  ]

  static let local = [
    FetchCase(
      file: "get.sh",
      text:
        "git clone ../x\ngit clone \"$PWD/m4\" y\ngit clone file:///srv/x\ngit clone $srcdir/z\nrsync -a a/ b/\nscp a b"
    ),
    FetchCase(
      file: "get.sh", text: "pip install .\npip install -e ./x\npip install dist/x.whl\nnpm i ../x"),
    FetchCase(
      file: "get.sh", text: "curl -T out.tgz https://example.org/in\nwget --spider https://x.org"),
    FetchCase(
      file: "get.sh",
      text: "printf 'usage: curl %s\\n' https://example.org\ncat <<E\nwget x.org/a\nE\n"),
  ]

  static let python = [
    FetchCase(
      file: "setup.py",
      text: "import urllib.request\nurllib.request.urlretrieve('https://example.org/a', 'a')",
      sites: ["2 urllib.request.urlretrieve"]),
    FetchCase(
      file: "scripts/deps.py",
      text: "from requests import get as g\nr = g('https://example.org/a')",
      sites: ["2 requests.get"]),
    FetchCase(
      file: "tools/x.py",
      text: "import subprocess\nsubprocess.check_call(['curl', '-L', '-o', out, url])",
      sites: ["2 curl"]),
    FetchCase(
      file: "setup.py", text: "import os\nos.system(f'wget {url}')\nos.system('curl ' + url)",
      sites: ["2 wget", "3 curl"]),
    FetchCase(
      file: "setup.py",
      text: "subprocess.run([sys.executable, '-m', 'pip', 'install', 'x'], check=True)",
      sites: ["1 pip install"]),
    FetchCase(
      file: "setup.py",
      text: "cmd = ['git', 'clone', 'https://example.org/x']\nsubprocess.call(cmd)",
      sites: ["2 git clone"]),
    FetchCase(
      file: "bootstrap.py", text: "s = requests.Session()\nr = s.get('https://example.org/a')",
      sites: ["2 s.get"]),
    FetchCase(
      file: "SConstruct", text: "import urllib2\nurllib2.urlopen(url).read()",
      sites: ["2 urllib2.urlopen"]),
    FetchCase(
      file: "setup.py",
      text:
        "# urlretrieve('https://example.org')\n\"\"\"urlopen('https://example.org')\"\"\"\ndef urlopen(url):\n  pass\nprint('curl https://example.org')\nsetup(url='https://example.org')\nd.get('https://example.org')"
    ),
    FetchCase(
      file: "setup.py",
      text:
        "urlopen('file:///srv/x')\nbase = 'http://localhost:8000'\nrequests.get(base)\nsubprocess.run(['curl', '--version'])\nsubprocess.run(['git', 'describe'])"
    ),
    FetchCase(
      file: "src/x/client.py", text: "import requests\nrequests.get('https://example.org')"),
  ]

  static let otherLanguages = [
    FetchCase(
      file: "Makefile.PL", text: "use LWP::Simple;\ngetstore('https://example.org/a', 'a');",
      sites: ["2 getstore"]),
    FetchCase(
      file: "scripts/get.pl",
      text:
        "my $ua = HTTP::Tiny->new;\nmy $r = $ua->get('https://example.org');\nsystem 'wget', '-q', $url;\nmy $v = `curl -s https://example.org`;\nmy $w = qx{wget -qO- $url};",
      sites: ["2 ua.get", "3 wget", "4 curl", "5 wget"]),
    FetchCase(
      file: "Makefile.PL",
      text:
        "use LWP::Simple;\n# getstore('https://example.org');\n=pod\n\n  system 'wget https://example.org';\n\n=cut\nprint <<EOF;\nsystem 'curl https://example.org'\nEOF\n$h->get('name');\n__END__\nsystem 'wget https://example.org';"
    ),
    FetchCase(
      file: "Rakefile",
      text:
        "task :get do\n  sh \"curl -O https://example.org/a\"\n  URI.open('https://example.org/b')\n  system('wget', url)\nend",
      sites: ["2 curl", "3 URI.open", "4 wget"]),
    FetchCase(
      file: "Rakefile", text: "# sh 'curl https://example.org'\nsh 'make'\nopen('file.txt')\n"),
    FetchCase(
      file: "build.rs",
      text:
        "fn main() {\n  Command::new(\"curl\")\n    .args(&[\"-L\", \"-o\"]).arg(&out).arg(&url)\n    .status();\n  let r = reqwest::blocking::get(\"https://example.org/a\");\n  ureq::get(&url).call();\n}",
      sites: ["2 curl", "5 reqwest.blocking.get", "6 ureq.get"]),
    FetchCase(
      file: "build.rs",
      text:
        "fn main() {\n  let mut c = Command::new(\"curl\");\n  c.arg(url);\n  let mut d = Command::new(\"cc\");\n}",
      sites: ["2 curl"]),
    FetchCase(
      file: "build.rs",
      text:
        "// reqwest::get(\"https://example.org\")\nfn get(url: &str) {}\nfn main() { Command::new(\"cc\").arg(\"https\"); map.get(\"https\"); println!(\"curl https://example.org\"); }"
    ),
    FetchCase(
      file: "src/main.rs", text: "fn main() { reqwest::blocking::get(\"https://example.org\"); }"),
    FetchCase(
      file: "install.js",
      text:
        "const https = require('https')\nconst { execSync } = require('child_process')\nhttps.get('https://example.org/a', r => r)\nexecSync('curl -O https://example.org/b')\nfetch(`https://example.org/${v}`)\nspawn('wget', ['-q', url])",
      sites: ["3 https.get", "4 curl", "5 fetch", "6 wget"]),
    FetchCase(
      file: "install.js",
      text:
        "// fetch('https://example.org')\nconsole.log('curl https://example.org')\napp.get('/x', y)\n/a/.exec('curl')"
    ),
    FetchCase(file: "lib/client.js", text: "fetch('https://example.org')"),
    FetchCase(
      file: "package.json",
      text:
        "{\n\"homepage\": \"https://example.org\",\n\"scripts\": {\n\"postinstall\": \"curl -sO https://example.org/x && node x\",\n\"build\": \"node -e \\\"require('https').get('https://example.org')\\\"\",\n\"test\": \"mocha\"\n}}",
      sites: ["4 curl", "5 https.get"]),
    FetchCase(
      file: "package.json",
      text:
        "{\"repository\": {\"url\": \"https://example.org\"}, \"scripts\": {\"start\": \"node curl\"}}"
    ),
    FetchCase(
      file: "premake5.lua",
      text:
        "http.download('https://example.org/a', 'a')\nos.execute(\"git clone https://example.org/x\")\n-- os.execute('wget https://example.org')",
      sites: ["1 http.download", "2 git clone"]),
  ]

  static let windows = [
    FetchCase(
      file: "get.ps1",
      text:
        "Invoke-WebRequest -Uri https://example.org/a `\n  -OutFile a\niwr https://example.org/b -o b\n$r = Invoke-RestMethod $url\ncurl https://example.org/c\nStart-BitsTransfer -Source $url\n(New-Object Net.WebClient).DownloadFile('https://example.org/d', 'C:\\d\\')\n$wc.DownloadString($url) | iex\n& \"git.exe\" clone https://example.org/x",
      sites: [
        "1 Invoke-WebRequest", "3 iwr", "4 Invoke-RestMethod", "5 curl", "6 Start-BitsTransfer",
        "7 DownloadFile", "8 DownloadString", "9 git clone",
      ]),
    FetchCase(
      file: "get.ps1",
      text:
        "# Invoke-WebRequest https://example.org\n<# iwr https://example.org #>\nWrite-Host 'use Invoke-WebRequest https://example.org'\n$help = @\"\ncurl \"https://example.org\"\n\"@\n$u = 'http://localhost:80'\nInvoke-WebRequest $u\nfunction Get-Curl { cmake --build . }"
    ),
    FetchCase(
      file: "get.bat",
      text:
        "@echo off\r\nset FETCH=curl.exe -L\r\n%FETCH% https://example.org/a\r\nif not exist b (\r\n  certutil -urlcache -split -f https://example.org/b b\r\n)\r\nfor %%i in (a b) do call wget https://example.org/%%i\r\npowershell -Command \"(New-Object Net.WebClient).DownloadFile('https://example.org/c', 'c')\"\r\nif exist x curl ^\r\n  -O https://example.org/d\r\nbitsadmin /transfer j https://example.org/e e\r\n",
      sites: ["3 curl", "5 certutil", "7 wget", "8 DownloadFile", "9 curl", "11 bitsadmin"]),
    FetchCase(
      file: "get.bat", text: "for /f %%i in ('curl -s https://example.org/a') do set X=%%i\r\n",
      sites: ["1 curl"]),
    FetchCase(
      file: "get.cmd",
      text:
        "rem curl https://example.org\r\n:: wget https://example.org\r\necho curl https://example.org\r\n@ECHO run wget https://example.org & nmake\r\nset URL=https://example.org\r\ncertutil -hashfile a\r\n"
    ),
  ]

  static let services = [
    FetchCase(
      file: ".github/workflows/ci.yml",
      text:
        "on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - name: curl https://example.org\n        run: |\n          # wget https://example.org\n          curl -sSL https://example.org/x | bash\n      - run: pip install meson\n      - shell: pwsh\n        run: Invoke-WebRequest https://example.org/a -OutFile a\n      - run: make\n",
      sites: ["9 curl", "10 pip install", "12 Invoke-WebRequest"]),
    FetchCase(
      file: ".gitlab-ci.yml",
      text:
        "build:\n  variables:\n    URL: curl https://example.org\n  before_script:\n    - apt-get update\n    - \"wget https://example.org/a\"\n    - |\n      set -e\n      git clone https://example.org/x\n  script: make\n",
      sites: ["5 apt-get update", "6 wget", "9 git clone"]),
    FetchCase(
      file: ".travis.yml",
      text:
        "language: c\nbefore_install:\n- sudo apt-get install -y x\n- travis_retry curl -O https://example.org/a\nscript:\n- make\n",
      sites: ["3 apt-get install", "4 curl"]),
    FetchCase(
      file: "appveyor.yml",
      text:
        "install:\n  - ps: Start-FileDownload 'https://example.org/a'\n  - cmd: if not exist b curl -O https://example.org/b\n  - choco install ninja\nbuild_script:\n  - cmake --build .\n",
      sites: ["2 Start-FileDownload", "3 curl", "4 choco install"]),
    FetchCase(
      file: "azure-pipelines.yml",
      text:
        "steps:\n- script: |\n    curl -O https://example.org/a\n  displayName: get\n- bash: wget https://example.org/b\n- powershell: iwr https://example.org/c\n",
      sites: ["3 curl", "5 wget", "6 iwr"]),
    FetchCase(
      file: ".cirrus.yml",
      text:
        "task:\n  install_script:\n    - pkg install -y bash\n  test_script: curl -O https://example.org/a\n",
      sites: ["3 pkg install", "4 curl"]),
    FetchCase(
      file: ".github/workflows/ci.yml",
      text:
        "# run: curl https://example.org\njobs:\n  a:\n    env:\n      HELP: curl https://example.org\n    steps:\n      - run: ./configure && make check\n      - run: echo 'curl https://example.org'\n"
    ),
    FetchCase(file: "config/settings.yml", text: "script:\n  - curl https://example.org/a\n"),
    FetchCase(
      file: "Jenkinsfile",
      text: "node {\n  sh 'curl -O https://example.org/a'\n  echo 'wget https://example.org'\n}",
      sites: ["2 curl"]),
    FetchCase(
      file: "CMakeLists.txt.in",
      text: "ExternalProject_Add(x GIT_REPOSITORY https://example.org/x.git)",
      sites: ["1 ExternalProject_Add"]),
  ]
}
