# `make demo`, `make test` and `make check` need nothing but a Swift toolchain; they install what is missing.
# CONTRIBUTING.md says what `make check` runs.

PREFIX ?= /usr/local
# The program is stripped, so debug information would be useless. On Linux nothing links against it either:
# without a table of exported names, and with identical functions merged, it is 5 % smaller.
# SWIFT_BUILD_FLAGS: further flags from the caller.
RELEASE := swift build $(SWIFT_BUILD_FLAGS) -c release --static-swift-stdlib \
  -debug-info-format none -Xlinker -s --product assetkit
# The same commit gives the same bytes, wherever it is built: no path of this machine in the program,
# and no digests of the compiler's input, which includes the folder's name (.swift_modhash).
RELEASE += -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# `swift test -c release` rebuilds .build/release, so the program to test, measure and install is elsewhere.
RELEASE_PATH := .build-release
INSTALLED := $(CURDIR)/$(RELEASE_PATH)/installed
ifeq ($(shell uname), Linux)
RELEASE += -Xlinker --icf=safe -Xlinker --version-script=Scripts/no-exports.map
# The Swift runtime needs libstdc++. From a folder with only the archive, it is linked statically:
# 0.1 MB larger, 0.7 ms faster at every start. Where there is no archive, the library is linked as usual.
ARCHIVES := $(RELEASE_PATH)/archives
INSTALLED_FLAGS := -Xswiftc -L$(ARCHIVES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker -Map=$(RELEASE_PATH)/assetkit.map
# The program of a release is one static file: all it needs of a machine is a Linux kernel. As a position-independent
# one its addresses stay random; without that, the C runtime would read all unwind tables at every start (15 ms).
# lld, because gold knows neither, nor that archives named before the objects belong to them.
STATIC_PATH := .build-static
# A run path, which SwiftPM adds, would make glibc's start of such a program crash.
STATIC_FLAGS := --disable-local-rpath -Xcc -DASSETKIT_STATIC -Xswiftc -static-executable -Xswiftc -use-ld=lld \
  -Xswiftc -Xclang-linker -Xswiftc -static-pie -Xlinker -z -Xlinker pack-relative-relocs \
  -Xswiftc -L$(STATIC_PATH)/archives -Xlinker -Map=$(STATIC_PATH)/assetkit.map \
  $(addprefix -Xlinker -l, archive crypto lzma zstd bz2 nettle)
else
# The system's own libraries are the same on every Mac.
STATIC_PATH := $(RELEASE_PATH)
endif
RELEASE_FILES := $(STATIC_PATH)/files

.PHONY: build static release demo test check bench fuzz install installed clean dependencies test-dependencies

build: dependencies
ifdef ARCHIVES
	@mkdir -p $(ARCHIVES) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(ARCHIVES)/
endif
	$(RELEASE) $(INSTALLED_FLAGS) --scratch-path $(RELEASE_PATH)

ifdef ARCHIVES
# The program of a release.
static:
	@Scripts/install-dependencies --release
	Scripts/build-lcms2 $(STATIC_PATH)/archives
	$(RELEASE) $(STATIC_FLAGS) --scratch-path $(STATIC_PATH)
else
static: build
endif

demo: build
	$(RELEASE_PATH)/release/assetkit icons fixtures/master.png
	@ls icons

# The modules are tested in a debug build, the commands with the program that `make install` installs.
test: test-dependencies installed
	$(INSTALLED)/bin/assetkit check
	ASSETKIT_PROGRAM=$(INSTALLED)/bin/assetkit swift test

check:
	@Scripts/check

bench: build
	Benchmarks/run

# RUNS inputs each, a million for a release; see Fuzzing/run.
fuzz: test-dependencies
	Fuzzing/run decode
	Fuzzing/run toml

install: build
	@Scripts/install-dependencies --install
	Scripts/install-files $(RELEASE_PATH)/release/assetkit $(DESTDIR)$(PREFIX)

# The files of a release of HEAD for this machine; Scripts/make-release describes them.
release: static
	Scripts/make-release $(STATIC_PATH)/release/assetkit $(STATIC_PATH)/assetkit.map $(RELEASE_FILES)

# Where the tests find the program.
installed:
	$(MAKE) --no-print-directory install DESTDIR=$(INSTALLED) PREFIX=

clean:
	rm -rf .build .build-* icons Benchmarks/.build Fuzzing/.build

dependencies:
	@Scripts/install-dependencies

test-dependencies:
	@Scripts/install-dependencies --tests
