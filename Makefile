# `make help` lists the targets with the first sentence of the comment above each. They work as root or with sudo, on
# Debian or Ubuntu with Swift.

# Additional flags for swift build and swift test; .ci/run sets them.
SWIFT_FLAGS ?=
# SwiftPM passes the traits to the compiler in the order of a set. With another order of the next build, everything is
# compiled again.
export SWIFT_DETERMINISTIC_HASHING := 1
# `make install` puts the command below PREFIX and calls it NAME, because plocate owns `locate`.
PREFIX ?= /usr/local
NAME ?= gps-locate

SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
APT_INSTALL := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends
# $(call apt,PACKAGE): says that it installs a package, and does it. The lists of packages are only read again if they are
# missing or old.
apt = { echo 'make: installing $(1) with apt' >&2; \
  $(APT_INSTALL) $(1) 2>/dev/null || { $(SUDO) apt-get update -qq && $(APT_INSTALL) $(1); }; }
# $(call need,COMMAND,PACKAGE): installs the package with apt if the command is missing.
need = command -v $(1) >/dev/null || $(call apt,$(2))
# $(call need_file,PATH,PACKAGE): the same for a file.
need_file = test -e $(1) || $(call apt,$(2))

SOURCES := Sources Tests Package.swift Fuzzing/Sources Fuzzing/Package.swift Examples/Sources \
  Examples/Tests Examples/Package.swift
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
BASH = $(SHARE)/bash-completion/completions/$(NAME)
ZSH = $(SHARE)/zsh/site-functions/_$(NAME)
FISH = $(SHARE)/fish/vendor_completions.d/$(NAME).fish
MAN = $(SHARE)/man/man1
# Below /usr and /usr/local, systemd looks for units here.
UNITS = $(DESTDIR)$(PREFIX)/lib/systemd

# Everybody's targets, in the order of `make help`.
PUBLIC := help suite check build test lint format demo install uninstall clean \
  recipes architecture snippets docs docs-serve pictures examples outside apple traits embedded \
  mutants mutation fuzz sanitize truth equality clients consumers cluster endings borders quality soak web-check web-load \
  instructions installed release deb deb-check dist release-check
.PHONY: $(PUBLIC) tools
.DEFAULT_GOAL := build

# Lists the targets. It fails if one lacks a comment, or its line is wider than 80 columns.
help:
	@awk -v targets='$(PUBLIC)' ' \
	  function wrong(what) { print "make: " what > "/dev/stderr"; failed = 1 } \
	  /^# / { text = text (text == "" ? "" : " ") substr($$0, 3); next } \
	  /^[a-z-]+:( |$$)/ { \
	    name = substr($$1, 1, length($$1) - 1); \
	    if (name != "tools" && index(" " targets " ", " " name " ") == 0) wrong(name " is not in PUBLIC"); \
	    of[name] = substr(text, 1, index(text ". ", ". ") - 1); sub(/\.$$/, "", of[name]) } \
	  { text = "" } \
	  END { \
	    for (i = 1; i <= split(targets, names, " "); i++) { \
	      line = sprintf("  %-14s %s", names[i], of[names[i]]); print line; \
	      if (of[names[i]] == "") wrong(names[i] " has no comment in Makefile"); \
	      if (length(line) > 80) wrong("the first sentence of " names[i] " is too long") } \
	    exit failed }' Makefile

# Checks in two minutes what most mistakes break. Run it before a commit. It builds and tests the codec, and no other
# module; `make test` runs the rest.
check: tools lint architecture
	@$(MAKE) -s help > /dev/null
	Fixtures/make-fixtures.py --check
	Tests/Snippets/check-links.py
	Tests/Mutants/mutants.py --check
	Tests/Recipes/check-recipes.py --fit
	Tests/Recipes/check-recipes.py sentence

# Follows the recipes of CONTRIBUTING.md, and runs the tests. It works on a copy. The recipe of a source needs the build of the
# tests.
recipes: tools
	@$(call need,python3,python3)
	Tests/Recipes/check-recipes.py --self-test
	swift build $(SWIFT_FLAGS) --build-tests
	Tests/Recipes/check-recipes.py --build "$$(swift build $(SWIFT_FLAGS) --show-bin-path)"

# Builds all modules and programs, without the tests.
build: tools
	swift build $(SWIFT_FLAGS)

# Prints a location from a recorded track. It needs no receiver, and the output says so.
demo: tools
	swift build $(SWIFT_FLAGS) --product locate
	"$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate" --source Fixtures/drive.nmea

# The reference implementation of Plus Codes, and a parser of OpenMetrics, each for a test.
PLUS_CODES := .build/openlocationcode
METRICS_PARSER := .build/prometheus_client
# The tests run in three processes, which take equally long with these parts. In each of them one test runs after another:
# on two cores, all of them at once make a task wait until every other test has run a step, and tests with real time
# limits fail. Three, because many tests of the command wait for a real program.
SOME_TESTS := LocationTracksTests\.|LocateCommandsTests\.[A-O]
MORE_TESTS := LocateCommandsTests\.[P-Z]
# They are not started by `swift test`: of two that begin together, one sometimes finds the database of the
# build locked, and runs no test. A test that does not end in TEST_LIMIT seconds fails.
TEST_LIMIT ?= 300
TESTS = Tests/Run/run-tests.py --limit $(TEST_LIMIT) "$$(swift build $(SWIFT_FLAGS) --show-bin-path)/swift-locationPackageTests.xctest" \
  --testing-library swift-testing --no-parallel
SUITES ?= .
# Runs suites of one target: TARGET=NMEA0183Tests SUITES=TagBlock. It builds no other test target, and only the modules
# that this one needs. SUITES is a regular expression, like --filter.
suite: tools
	@[ -n '$(TARGET)' ] || { echo 'make: name a target, such as TARGET=NMEA0183Tests' >&2; exit 1; }
	LOCATE_TESTS='$(TARGET)' swift build $(SWIFT_FLAGS) --product swift-locationPackageTests
	$(TESTS) --filter '$(TARGET)\..*($(SUITES))'

# Runs all tests, and first installs the programs that they need.
test: tools
	@$(call need,xmllint,libxml2-utils)
	@$(call need,openssl,openssl)
	@$(call need,tmux,tmux)
	@$(call need,python3,python3)
	@PATH="$$PATH:/usr/sbin"; $(call need,gpsd,gpsd)
	@$(call need,dbus-daemon,dbus)
	@$(call need_file,/usr/lib/python3/dist-packages/dbusmock,python3-dbusmock)
	@$(call need_file,/usr/libexec/geoclue,geoclue-2.0)
	@PATH="$$PATH:/usr/sbin"; $(call need,mosquitto,mosquitto)
	@$(call need,mosquitto_sub,mosquitto-clients)
	@$(call need,GeoConvert,geographiclib-tools)
	@[ -d $(PLUS_CODES) ] || { $(call need,pip3,python3-pip) && \
	  echo 'make: installing openlocationcode with pip in $(PLUS_CODES)' >&2 && \
	  pip3 install -q --target $(PLUS_CODES) openlocationcode; } || \
	  echo 'make: the Python package openlocationcode is missing; one test of Plus Codes is skipped' >&2
	@[ -d $(METRICS_PARSER) ] || { $(call need,pip3,python3-pip) && \
	  echo 'make: installing prometheus_client with pip in $(METRICS_PARSER)' >&2 && \
	  pip3 install -q --target $(METRICS_PARSER) prometheus_client; } || \
	  echo 'make: the Python package prometheus_client is missing; one test of metrics is skipped' >&2
	swift build $(SWIFT_FLAGS) --build-tests
	@echo 'make: running the tests; all of their output is in .build/tests-*.log'
	@rm -f .build/tests-*.log; \
	  $(TESTS) --filter '$(SOME_TESTS)' > .build/tests-1.log 2>&1 & some=$$!; \
	  $(TESTS) --filter '$(MORE_TESTS)' > .build/tests-2.log 2>&1 & more=$$!; failed=0; \
	  $(TESTS) --skip '$(SOME_TESTS)|$(MORE_TESTS)' > .build/tests-3.log 2>&1 || failed=1; \
	  wait "$$some" || failed=1; wait "$$more" || failed=1; tail -qn 1 .build/tests-*.log; \
	  [ "$$failed" = 0 ] || { echo 'make: what failed:'; \
	    grep -hEA 3 '✘|^error:' .build/tests-*.log || tail -n 20 .build/tests-*.log; exit 1; }

ONLY ?= .
# Puts faults into the code and expects that the tests notice. It works on a copy. ONLY=REGEX selects faults by name.
mutants: tools
	@$(call need,python3,python3)
	@$(call need,dbus-daemon,dbus)
	Tests/Mutants/mutants.py --only '$(ONLY)'

SAMPLE ?= 300
SEED ?= 1
MODULES ?= .
# Counts the faults of a random sample that no test notices. It works on a copy, for hours. SAMPLE is the number of
# faults, SEED chooses them, and MODULES=REGEX selects modules.
mutation: tools
	@$(call need,python3,python3)
	@$(call need,dbus-daemon,dbus)
	Tests/Mutants/mutation.py --sample $(SAMPLE) --seed $(SEED) --modules '$(MODULES)'

# Ends every subcommand with signals, full disks and closed pipes. It also gives it files that are cut off. ONLY=WORDS
# selects commands that contain these words.
endings: tools
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate-web
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate
	for table in signals faults; do Tests/Endings/$$table.py $(if $(filter .,$(ONLY)),,--only '$(ONLY)') --locate \
	  "$$(swift build $(SWIFT_FLAGS) --enable-all-traits --show-bin-path)/locate" || exit 1; done

# Counts the messages that consumers of a broker lose. They are sent 10,000 at once; then one of two recorders is
# killed, a server refuses some or comes later, and others happen in private places. PART='burst private' selects parts; TIMES says how often.
consumers: tools
	@PATH="$$PATH:/usr/sbin"; $(call need,mosquitto,mosquitto)
	@$(call need,mosquitto_sub,mosquitto-clients)
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate-web
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate
	Tests/Consumers/consumers.py $(PART:%=--only %) $(TIMES:%=--times %) \
	  --locate "$$(swift build $(SWIFT_FLAGS) --enable-all-traits --show-bin-path)/locate"

PUBLISHERS ?= 40
# Kills nodes of a broker cluster while a fleet publishes. It counts what is lost. It installs nats-server.
cluster: tools
	@PATH="$$PATH:/usr/sbin"; $(call need,nats-server,nats-server)
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) --product locate
	Tests/Cluster/cluster.py --publishers $(PUBLISHERS) \
	  --locate "$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate"

# Looks at the page of `locate web` with a real browser. PICTURES=FOLDER writes pictures of it.
web-check: tools
	@$(call need,chromium,chromium)
	@$(call need,python3,python3)
	@PATH="$$PATH:/usr/sbin"; $(call need,mosquitto,mosquitto)
	@$(call need,mosquitto_pub,mosquitto-clients)
	@PATH="$$PATH:/usr/sbin"; $(call need,nginx,nginx)
	@$(call need,openssl,openssl)
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate-web
	Tests/Web/check-page.py $(if $(PICTURES),--pictures '$(PICTURES)') --program \
	  "$$(swift build $(SWIFT_FLAGS) --enable-all-traits --show-bin-path)/locate-web"

# Measures 200 web pages, 2,000 devices, and the memory. The pages get ten locations a second, each device reports one, and
# the memory is that of a simulated day.
web-load: tools
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) --enable-all-traits -c release --product locate-web
	Benchmarks/web-load.py \
	  "$$(swift build $(SWIFT_FLAGS) --enable-all-traits -c release --show-bin-path)/locate-web"

# DuckDB, for the commands of docs/duckdb.md.
DUCKDB := .build/duckdb
# Checks the snippets, commands and links of the documentation. It type-checks the Swift snippets of the README, of docs
# and of the reference, and runs the blocks of commands and the example in Python.
snippets: tools
	@$(call need,python3,python3)
	@$(call need,jq,jq)
	@$(call need,gpspipe,gpsd-clients)
	@[ -d $(DUCKDB) ] || { $(call need,pip3,python3-pip) && \
	  echo 'make: installing duckdb-cli with pip in $(DUCKDB)' >&2 && \
	  pip3 install -q --target $(DUCKDB) duckdb-cli; } || \
	  echo 'make: the Python package duckdb-cli is missing; commands of docs/duckdb.md are skipped' >&2
	Tests/Snippets/check-links.py
	swift build $(SWIFT_FLAGS) --build-tests
	Tests/Snippets/check-snippets.py --build "$$(swift build $(SWIFT_FLAGS) --show-bin-path)"
	Tests/Snippets/run-snippets.py --build "$$(swift build $(SWIFT_FLAGS) --show-bin-path)"
	Tests/Snippets/run-blocks.py --self-test
	Tests/Snippets/run-blocks.py --locate "$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate"
	LOCATE="$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate" python3 Examples/Python/test_receiver.py

LOGS ?= Fixtures
# Compares `locate watch --json` with `gpspipe -w`, at one gpsd. LOGS names files and folders; a log may come from any
# receiver that gpsd knows.
equality: tools
	@PATH="$$PATH:/usr/sbin"; $(call need,gpsd,gpsd)
	@$(call need,gpspipe,gpsd-clients)
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) --product locate
	Tests/Equality/gpspipe-equality.py --self-test
	Tests/Equality/make-ubx-log.py > .build/receiver.ubx
	PATH="$$PATH:/usr/sbin" Tests/Equality/gpspipe-equality.py \
	  --locate "$$(swift build $(SWIFT_FLAGS) --show-bin-path)/locate" .build/receiver.ubx $(LOGS)

# Measures what other programs make of a track that we play. They are clients of
# gpsd and GeoClue, Chromium and Firefox.
clients: tools
	@$(call need,gpspipe,gpsd-clients)
	@$(call need,dbus-daemon,dbus)
	@$(call need_file,/usr/lib/python3/dist-packages/dbusmock,python3-dbusmock)
	@$(call need_file,/usr/libexec/geoclue,geoclue-2.0)
	@$(call need_file,/usr/libexec/geoclue-2.0/demos/where-am-i,geoclue-2-demo)
	@$(call need,chromedriver,chromium-driver)
	@$(call need,firefox-esr,firefox-esr)
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate-web
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate
	Tests/Clients/measure-clients.py \
	  --locate "$$(swift build $(SWIFT_FLAGS) --enable-all-traits --show-bin-path)/locate"

SANITIZER ?= address
SANITIZED = $(SWIFT_FLAGS) --scratch-path .build/$(SANITIZER) --sanitize=$(SANITIZER)
# Runs the tests under a sanitizer: SANITIZER=address or thread. They are built in a folder of their own. Leaks are not
# checked, because libraries keep some memory for ever. The tests run one after another, because tests with real
# time limits would fail side by side. SUITES selects suites, like --filter.
sanitize: tools
	swift build $(SANITIZED) --build-tests
	clang -O2 -Wall -Wextra -Werror -shared -fPIC -o .build/$(SANITIZER)/mutex.so \
	  Tests/Sanitizers/tsan-mutex.c
	Tests/Run/run-tests.py --limit $$((4 * $(TEST_LIMIT))) \
	  env ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
	  $(if $(filter thread,$(SANITIZER)),LD_PRELOAD="$$PWD/.build/thread/mutex.so" \
	    TSAN_OPTIONS=suppressions="$$PWD/Tests/Sanitizers/tsan-suppressions") \
	  "$$(swift build $(SANITIZED) --show-bin-path)/swift-locationPackageTests.xctest" \
  --testing-library swift-testing --no-parallel --filter '$(SUITES)'

FUZZ ?= all
SECONDS ?= 60
# Runs the fuzz target FUZZ, or each one, for SECONDS seconds. See Fuzzing/run.
fuzz: tools
	Fuzzing/run $(FUZZ) $(SECONDS)

# Counts the instructions of the installed command. It fails if a command needs over 5 % more of them than
# Benchmarks/instructions.json says. UPDATE=1 writes that file.
instructions: tools
	@$(call need,valgrind,valgrind)
	$(MAKE) install PREFIX='$(CURDIR)/.build/installed'
	Benchmarks/instructions.py $(if $(UPDATE),--update) '.build/installed/bin/$(NAME)'

EPOCHS ?= 1000000
# Simulates receivers with known truth; every fix must be true. It must also come once. Prints the counts.
truth: tools
	swift build $(SWIFT_FLAGS) -c release --product truth
	"$$(swift build $(SWIFT_FLAGS) -c release --show-bin-path)/truth" $(EPOCHS)

SEEDS ?= 1000
# Measures a monitor of places at borders, and with many places.
borders: tools
	swift build $(SWIFT_FLAGS) -c release --product borders
	"$$(swift build $(SWIFT_FLAGS) -c release --show-bin-path)/borders" $(SEEDS)

RECEIVERS ?= 200
# Measures what smoothing achieves, and which targets it misses. It simulates 200 receivers of each kind.
quality: tools
	swift build $(SWIFT_FLAGS) -c release --product quality
	"$$(swift build $(SWIFT_FLAGS) -c release --show-bin-path)/quality" $(RECEIVERS)

HOURS ?= 24
# Runs a day of ten positions a second through a gpsd. A pseudo-terminal is the receiver, and `locate watch` the reader.
soak: tools
	@PATH="$$PATH:/usr/sbin"; $(call need,gpsd,gpsd)
	@$(call need,gpspipe,gpsd-clients)
	@$(call need,python3,python3)
	swift build $(SWIFT_FLAGS) -c release --product locate
	PATH="$$PATH:/usr/sbin" Tests/Soak/soak.py --hours $(HOURS) \
	  --locate "$$(swift build $(SWIFT_FLAGS) -c release --show-bin-path)/locate"

EMBEDDED := swiftc -enable-experimental-feature Embedded -swift-version 6 -wmo -Osize \
  -parse-as-library -warnings-as-errors -package-name location
# $(call embedded,NAME,FLAGS): compiles LocationText, and with it NMEA0183.
embedded = mkdir -p .build/embedded/$(1) && \
  $(EMBEDDED) $(2) -module-name LocationText -emit-object -o .build/embedded/$(1)/LocationText.o \
    -emit-module -emit-module-path .build/embedded/$(1)/LocationText.swiftmodule \
    $$(find Sources/LocationText -name '*.swift') && \
  $(EMBEDDED) $(2) -module-name NMEA0183 -emit-object -o .build/embedded/$(1)/NMEA0183.o \
    -I .build/embedded/$(1) -I Sources/CSentenceScan/include \
    $$(find Sources/NMEA0183 -name '*.swift')
# Compiles LocationText and the codec as Embedded Swift. It has no reflection, existentials or runtime. The arm64 build
# uses the portable code instead of x86 instructions.
embedded: tools
	$(call embedded,host,)
	$(call embedded,arm64,-target aarch64-none-none-elf)

# Builds, tests and runs the package in Examples. Checks what its programs print.
examples: tools
	@$(call need,xmllint,libxml2-utils)
	@$(call need,gpspipe,gpsd-clients)
	@$(call need,chromedriver,chromium-driver)
	Examples/run

# Compares the pictures of the modules with Package.swift. They are in CONTRIBUTING.md and in docs.
architecture: tools
	@$(call need,python3,python3)
	Tests/Architecture/check-modules.py --self-test
	Tests/Architecture/check-modules.py
	docs/make-pictures --check

# Makes the pictures of the documentation from the simulator. Only the one of the modules is checked.
pictures: tools
	@$(call need,python3,python3)
	@$(call need,tmux,tmux)
	@$(call need,chromium,chromium)
	@$(call need_file,/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf,fonts-symbola)
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate
	swift build $(SWIFT_FLAGS) --enable-all-traits --product locate-web
	docs/make-pictures --locate "$$(swift build $(SWIFT_FLAGS) --enable-all-traits --show-bin-path)/locate"

# Compiles AppleLocation against a stub of CoreLocation.
apple: tools
	Tests/AppleStub/check

# Checks the error that users of gpsd get without the trait GPSD.
traits: tools
	Tests/Traits/check

# Compiles a program that uses every product from outside. Warnings are errors.
outside: tools
	Tests/Outside/check

# Checks the format, and that no suite lacks the trait inTurn.
lint:
	swift format lint --strict -r $(SOURCES)
	@missing=$$(grep -L inTurn $$(grep -rl '@Test' Tests/*Tests --include='*.swift')); [ -z "$$missing" ] || \
	  { echo "make: a suite lacks the trait .inTurn: $$missing" >&2; exit 1; }

# Formats the Swift files.
format:
	swift format -i -r $(SOURCES)

DOCUMENTED := SwiftLocation LocationCore LocationIO NMEA0183 NMEALocation GPSDProtocol GPSDLocation LocationReplay \
  LocationSimulation LocationTracks LocationPlaces LocationPublishing LocationServing LocationSources \
  LocationTesting NetworkLocation GeoClueLocation LocationNotifications AppleLocation
SITE := .build/site
# Builds the documentation as a static site in .build/site. It has the reference of every product, with its tutorials,
# and the pages of docs. With the flags of the other builds it compiles nothing again.
docs: tools
	@$(call need,python3,python3)
	@$(call need,cmark-gfm,cmark-gfm)
	rm -rf $(SITE)
	swift package $(SWIFT_FLAGS) --allow-writing-to-directory $(SITE) generate-documentation \
	  $(addprefix --target ,$(DOCUMENTED)) --enable-experimental-combined-documentation \
	  --transform-for-static-hosting --output-path $(SITE) --warnings-as-errors
	docs/make-site $(SITE)

# Shows the site of `make docs` at http://localhost:8000. It runs until it is interrupted.
docs-serve:
	python3 -m http.server --bind 127.0.0.1 --directory $(SITE) 8000

# `make release WEB=` and `make install WEB=` leave out the program of `locate web`, which takes a minute to build.
WEB ?= yes
# Swift's own libraries are linked in, so the installed command needs no toolchain. Symbols are not
# exported, identical code is folded, and no generic type is found by its name, which makes each start
# faster.
RELEASE = -c release --static-swift-stdlib -Xlinker --no-export-dynamic -Xlinker --icf=safe \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  $(if $(LLD),$(PACKED) $(STATIC_CXX)) $(if $(WEB),--enable-all-traits)
# LLVM's linker, if there is one. It can do more than others.
LLD := $(shell command -v "$$(clang -print-prog-name=ld.lld 2>/dev/null)" 2>/dev/null)
# Packs relocations into bits instead of 24 bytes each. That needs glibc 2.36 (Debian 12) or later at run
# time.
PACKED = -Xswiftc -use-ld=lld $(shell exec 2>/dev/null; \
  printf '%s\n' 2.36 "$$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" | sort -VC && \
  echo -Xlinker -z -Xlinker pack-relative-relocs)
# The libraries of C++, which Swift's own need, are linked in too: to load them takes 15 % of a start. In
# this folder, the linker finds only the static one.
CXX_LIBRARY = $(CURDIR)/.build/static
STATIC_CXX = -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker '-L$(CXX_LIBRARY)'
# The soname of this machine's libgps. The installed command loads it, with all its dependencies, only
# for a gpsd source; every other start takes a quarter less time.
LIBGPS = $(shell exec 2>/dev/null; readelf -d "$$(clang -print-file-name=libgps.so)" | \
  sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
# Where SwiftPM builds the command. It lets only one build at a time into a folder.
RELEASE_FOLDER ?= .build
BUILD_RELEASE = $(if $(LIBGPS),LOCATE_LOADED_LIBGPS=$(LIBGPS)) swift build $(SWIFT_FLAGS) $(RELEASE) \
  --scratch-path '$(RELEASE_FOLDER)'
RELEASED = "$$(swift build -c release --static-swift-stdlib --scratch-path '$(RELEASE_FOLDER)' --show-bin-path)"
# Builds the command as `make install` installs it.
release: tools
	@mkdir -p '$(CXX_LIBRARY)' && ln -sf "$$(clang -print-file-name=libstdc++.a)" '$(CXX_LIBRARY)'
	$(BUILD_RELEASE) --product locate
	$(if $(WEB),$(BUILD_RELEASE) --product locate-web)

# Installs the command: NAME=gps-locate PREFIX=/usr/local. It includes completions, manual pages and units.
install: release
	@if [ -e '$(BIN)/$(NAME)' ] && \
	  ! '$(BIN)/$(NAME)' --version 2>/dev/null | grep -q swift-location; then \
	  echo 'make: $(BIN)/$(NAME) is another program; choose a NAME or a PREFIX' >&2; exit 1; fi
	install -d '$(BIN)' '$(dir $(BASH))' '$(dir $(ZSH))' '$(dir $(FISH))'
	install -s -m 755 $(RELEASED)/locate '$(BIN)/$(NAME)'
	$(if $(WEB),install -s -m 755 $(RELEASED)/locate-web '$(BIN)/$(NAME)-web')
	'$(BIN)/$(NAME)' --generate-completion-script bash | sed '1{/^#!/d}' > '$(BASH)'
	'$(BIN)/$(NAME)' --generate-completion-script zsh > '$(ZSH)'
	'$(BIN)/$(NAME)' --generate-completion-script fish > '$(FISH)'
	swift build $(SWIFT_FLAGS) --product generate-manual
	Manual/make-pages "$$(swift build $(SWIFT_FLAGS) --show-bin-path)/generate-manual" \
	  '$(BIN)/$(NAME)' '$(MAN)'
	Packaging/install-units '$(PREFIX)/bin' '$(NAME)' '$(UNITS)'

# Installs the command in a folder of its own and runs it.
installed:
	@$(call need,man,man-db)
	@$(call need,systemd-analyze,systemd)
	$(MAKE) install PREFIX='$(CURDIR)/.build/installed'
	Tests/Installed/check .build/installed/bin/$(NAME)

# Builds a package for Debian and its derivatives, in .build. It is built with debhelper.
deb: tools
	@$(call need,dh,debhelper)
	@$(call need,lintian,lintian)
	Packaging/make-deb .build

# Installs the package of `make deb` in a new Debian system. Runs the command there, and removes it.
deb-check: deb
	@$(call need,debootstrap,debootstrap)
	Packaging/check-deb .build/gps-locate_*.deb

# Builds an archive of what `make install` installs.
dist: tools
	Packaging/make-dist .build

SINCE ?= $(shell git describe --tags --abbrev=0)
# Lists what changed in the public API since the tag SINCE. It may also be a commit.
release-check: tools
	swift package diagnose-api-breaking-changes '$(SINCE)'

# Removes what `make install` installed.
uninstall:
	rm -f '$(BIN)/$(NAME)' '$(BIN)/$(NAME)-web' '$(BASH)' '$(ZSH)' '$(FISH)' '$(UNITS)'/*/'$(NAME)'-*.service
	-grep -ls 'A manual page of swift-location' '$(MAN)/$(NAME)'*.1 | tr '\n' '\0' | xargs -0r rm -f

# Removes what was built.
clean:
	swift package clean

tools:
	@command -v swift >/dev/null || \
	  { echo 'make: Swift 6.2 or later is missing: https://www.swift.org/install' >&2; exit 1; }
	@$(call need,git,git)
	@$(call need,pkg-config,pkg-config)
	@pkg-config --exists libgps || $(call apt,libgps-dev)
