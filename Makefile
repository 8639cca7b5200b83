# `make demo` and `make test` need nothing but a Swift toolchain; they install what is missing.
# `make check` is the whole gate. CONTRIBUTING.md says what each part is for.

PREFIX ?= /usr/local
# The program is stripped, so nothing of it is of use to a debugger. On Linux nobody links with it
# either: without a table of exported names, and with equal functions kept once, it is 5 % smaller.
# SWIFT_BUILD_FLAGS: what a caller adds.
RELEASE := swift build $(SWIFT_BUILD_FLAGS) -c release --static-swift-stdlib \
  -debug-info-format none -Xlinker -s --product assetkit
# The same commit gives the same bytes, wherever it is built: no path of this machine in the program,
# and no digests of the compiler's input, of which the folder's name is a part (.swift_modhash).
RELEASE += -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# `swift test -c release` rebuilds .build/release: what is measured and installed lives elsewhere.
RELEASE_PATH := .build-release
ifeq ($(shell uname), Linux)
RELEASE += -Xlinker --icf=safe -Xlinker --version-script=Scripts/no-exports.map \
  -Xlinker -Map=$(RELEASE_PATH)/assetkit.map
# The Swift runtime asks for libstdc++. From a folder that has only the archive, it is linked statically:
# 0.1 MB more, 0.7 ms less at every start. Where there is no archive, the library is linked as usual.
ARCHIVES := $(RELEASE_PATH)/archives
RELEASE += -Xswiftc -L$(ARCHIVES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
endif

.PHONY: build demo test check bench fuzz install clean dependencies test-dependencies \
  lint strict release-tests thread-sanitizer address-sanitizer arm64 linked reproducible verify

build: dependencies
ifdef ARCHIVES
	@mkdir -p $(ARCHIVES) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(ARCHIVES)/
endif
	$(RELEASE) --scratch-path $(RELEASE_PATH)

demo: build
	$(RELEASE_PATH)/release/assetkit icons fixtures/master.png
	@ls icons

test: test-dependencies
	swift test
	.build/debug/assetkit vendor verify

check: test-dependencies lint strict release-tests thread-sanitizer address-sanitizer arm64 linked verify
	@echo "make check: all of it passed"

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

# One build for both: the debug tests run from the build that let no warning pass.
strict:
	WARNINGS_AS_ERRORS=1 swift build --build-tests
	WARNINGS_AS_ERRORS=1 swift test

release-tests:
	swift test -c release

thread-sanitizer:
	swift test --sanitize thread --scratch-path .build-thread --filter BroadcastPoolTests

address-sanitizer:
	swift test --sanitize address --scratch-path .build-address \
	  --filter 'PNGCodecTests|PNGOptimizerTests|ResampleKernelsTests|CorpusTests'

# The NEON loops beside their scalar twins, in an emulator where this is not such a machine.
arm64:
	Scripts/test-arm64

# Says the size, and that full Foundation is not linked.
linked: build
	Scripts/check-linked $(RELEASE_PATH)/release/assetkit $(RELEASE_PATH)/assetkit.map

# Two builds of HEAD at different places, by different users, at different times, are the same bytes.
reproducible: build
	Scripts/check-reproducible $(RELEASE_PATH)

verify: build
	$(RELEASE_PATH)/release/assetkit vendor verify

bench: build
	Benchmarks/run

# RUNS inputs for the decoder, a million for a release; see Fuzzing/run.
fuzz: test-dependencies
	Fuzzing/run

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(RELEASE_PATH)/release/assetkit $(DESTDIR)$(PREFIX)/bin/assetkit

clean:
	rm -rf .build .build-* icons Benchmarks/.build Fuzzing/.build

dependencies:
	@Scripts/install-dependencies

test-dependencies:
	@Scripts/install-dependencies --tests
