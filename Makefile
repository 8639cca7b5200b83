# `make demo` and `make test` need nothing but a Swift toolchain; they install what is missing.
# `make check` is the whole gate. CONTRIBUTING.md says what each part is for.

PREFIX ?= /usr/local
# The program is stripped, so nothing of it is of use to a debugger. On Linux nobody links with it
# either: without a table of exported names, and with equal functions kept once, it is 5 % smaller.
RELEASE := swift build -c release --static-swift-stdlib -debug-info-format none -Xlinker -s \
  --product assetkit
ifeq ($(shell uname), Linux)
RELEASE += -Xlinker --icf=safe -Xlinker --version-script=Scripts/no-exports.map
endif
# `swift test -c release` rebuilds .build/release: what is measured and installed lives elsewhere.
RELEASE_PATH := .build-release

.PHONY: build demo test check bench fuzz install clean dependencies test-dependencies \
  lint strict release-tests thread-sanitizer address-sanitizer arm64 size verify

build: dependencies
	$(RELEASE) --scratch-path $(RELEASE_PATH)

demo: build
	$(RELEASE_PATH)/release/assetkit icons fixtures/master.png
	@ls icons

test: test-dependencies
	swift test
	.build/debug/assetkit vendor verify

check: test-dependencies lint strict release-tests thread-sanitizer address-sanitizer arm64 size verify
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

# Full Foundation creeping in would take the program from 15 to 58 MB.
size: build
	@bytes=$$(wc -c < $(RELEASE_PATH)/release/assetkit); \
	if [ $$bytes -gt 20971520 ]; then \
	  echo "the program is $$bytes bytes; at most 20 MiB: has full Foundation come in?" >&2; exit 1; \
	fi

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
