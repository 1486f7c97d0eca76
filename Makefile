# What README.md tells people to type. Works as root or with sudo, on a Debian or Ubuntu with Swift.

# More flags for swift build and swift test, as .ci/run gives them.
SWIFT_FLAGS ?=
# Where `make install` puts the command, and what it calls it: `locate` is plocate's name.
PREFIX ?= /usr/local
NAME ?= gps-locate

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT_INSTALL := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends
# $(call need,COMMAND,PACKAGE): has apt install the package where the command is missing.
need = command -v $(1) >/dev/null || { $(SUDO) apt-get update -qq && $(APT_INSTALL) $(2); }

SOURCES := Sources Tests Package.swift Fuzzing/Sources Fuzzing/Package.swift
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
BASH = $(SHARE)/bash-completion/completions/$(NAME)
ZSH = $(SHARE)/zsh/site-functions/_$(NAME)
FISH = $(SHARE)/fish/vendor_completions.d/$(NAME).fish

.PHONY: build demo test equality embedded sanitize fuzz soak lint format docs release install installed \
  uninstall clean tools

build: tools
	swift build $(SWIFT_FLAGS)

# A location from a recorded track: no receiver needed, and it says so.
demo: tools
	swift build $(SWIFT_FLAGS) --product locate
	"$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate" --source Fixtures/drive.nmea

test: tools
	@$(call need,xmllint,libxml2-utils)
	@PATH="$$PATH:/usr/sbin"; $(call need,gpsd,gpsd)
	swift test $(SWIFT_FLAGS)

# What `locate watch --json` and `gpspipe -w` print of the same gpsd, log by log: LOGS names files
# and folders, of NMEA or of any binary receiver that gpsd knows.
LOGS ?= Fixtures
equality: tools
	@PATH="$$PATH:/usr/sbin"; $(call need,gpsd,gpsd)
	@$(call need,gpspipe,gpsd-clients)
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) --product locate
	Tests/Equality/gpspipe-equality.py --self-test
	Tests/Equality/make-ubx-log.py > .build/receiver.ubx
	PATH="$$PATH:/usr/sbin" Tests/Equality/gpspipe-equality.py \
	  --locate "$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate" .build/receiver.ubx $(LOGS)

# Tests under a sanitizer, address or thread, in a folder of their own. What libraries keep for good
# is no leak. One after another: side by side they take too long for those that look at the time.
# SUITES names some of them, as --filter does.
SANITIZER ?= address
SUITES ?= .
SANITIZED = $(SWIFT_FLAGS) --scratch-path .build/$(SANITIZER) --sanitize=$(SANITIZER)
sanitize: tools
	swift build $(SANITIZED) --build-tests
	clang -O2 -Wall -Wextra -Werror -shared -fPIC -o .build/$(SANITIZER)/mutex.so \
	  Tests/Sanitizers/tsan-mutex.c
	ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
	  $(if $(filter thread,$(SANITIZER)),LD_PRELOAD="$$PWD/.build/thread/mutex.so" \
	    TSAN_OPTIONS=suppressions="$$PWD/Tests/Sanitizers/tsan-suppressions") \
	  swift test $(SANITIZED) --skip-build --no-parallel --filter '$(SUITES)'

# Runs fuzz targets for so many seconds each: see Fuzzing/run.
FUZZ ?= all
SECONDS ?= 60
fuzz: tools
	Fuzzing/run $(FUZZ) $(SECONDS)

# A day at ten positions a second through a pseudo-terminal, a gpsd and `locate watch`.
HOURS ?= 24
soak: tools
	@PATH="$$PATH:/usr/sbin"; $(call need,gpsd,gpsd)
	@$(call need,gpspipe,gpsd-clients)
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) -c release --product locate
	PATH="$$PATH:/usr/sbin" Tests/Soak/soak.py --hours $(HOURS) \
	  --locate "$$(swift build $(SWIFT_FLAGS) -c release --show-bin-path)/locate"

# The codec as Embedded Swift: no reflection, existentials or runtime; a file and nothing to run. For
# arm64 too, where no part of it is left to another processor's instructions.
EMBEDDED := swiftc -enable-experimental-feature Embedded -swift-version 6 -wmo -Osize \
  -parse-as-library -warnings-as-errors -I Sources/CSentenceScan/include \
  -package-name location -module-name NMEA0183 \
  -emit-object $$(find Sources/NMEA0183 -name '*.swift')
embedded: tools
	@mkdir -p .build
	$(EMBEDDED) -o .build/NMEA0183.embedded.o
	$(EMBEDDED) -o .build/NMEA0183.arm64.o -target aarch64-none-none-elf

lint:
	swift format lint --strict -r $(SOURCES)

format:
	swift format -i -r $(SOURCES)

docs: tools
	for target in LocationCore LocationIO NMEA0183 NMEALocation GPSDProtocol GPSDLocation \
	  LocationSimulation LocationTracks LocationServing LocationSources LocationTesting; do \
	  swift package generate-documentation --target $$target --warnings-as-errors || exit 1; \
	done

# Swift's own libraries are linked in: what is installed needs no toolchain. What nothing refers to
# from outside is not offered to it, and what is twice is there once: less to load at each start.
RELEASE = -c release --static-swift-stdlib -Xlinker --no-export-dynamic -Xlinker --icf=safe $(PACKED)
# The name of the libgps that is there to link with: it is loaded when gpsd is asked for, and with it
# all that it needs; a start without gpsd takes a quarter less time.
LIBGPS = $(shell exec 2>/dev/null; readelf -d "$$(clang -print-file-name=libgps.so)" | \
  sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
# Addresses to adapt at the start as bits, not as 24 bytes each: takes LLVM's linker, and a system
# that is as new as Debian 12 (glibc 2.36).
PACKED = $(shell exec 2>/dev/null; command -v "$$(clang -print-prog-name=ld.lld)" >&2 && \
  printf '%s\n' 2.36 "$$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" | sort -VC && \
  echo -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
release: tools
	$(if $(LIBGPS),LOCATE_LOADED_LIBGPS=$(LIBGPS)) swift build $(SWIFT_FLAGS) $(RELEASE) --product locate

install: release
	@if [ -e '$(BIN)/$(NAME)' ] && \
	  ! '$(BIN)/$(NAME)' --version 2>/dev/null | grep -q swift-location; then \
	  echo 'make: $(BIN)/$(NAME) is another program; choose a NAME or a PREFIX' >&2; exit 1; fi
	install -d '$(BIN)' '$(dir $(BASH))' '$(dir $(ZSH))' '$(dir $(FISH))'
	install -s -m 755 \
	  "$$(swift build -c release --static-swift-stdlib --show-bin-path)/locate" '$(BIN)/$(NAME)'
	'$(BIN)/$(NAME)' --generate-completion-script bash > '$(BASH)'
	'$(BIN)/$(NAME)' --generate-completion-script zsh > '$(ZSH)'
	'$(BIN)/$(NAME)' --generate-completion-script fish > '$(FISH)'

# What is installed, in a folder of its own, and run.
installed:
	$(MAKE) install PREFIX='$(CURDIR)/.build/installed'
	Tests/Installed/check .build/installed/bin/$(NAME)

uninstall:
	rm -f '$(BIN)/$(NAME)' '$(BASH)' '$(ZSH)' '$(FISH)'

clean:
	swift package clean

tools:
	@command -v swift >/dev/null || \
	  { echo 'make: Swift 6.2 or later is missing: https://www.swift.org/install' >&2; exit 1; }
	@$(call need,git,git)
	@$(call need,pkg-config,pkg-config)
	@pkg-config --exists libgps || { $(SUDO) apt-get update -qq && $(APT_INSTALL) libgps-dev; }
