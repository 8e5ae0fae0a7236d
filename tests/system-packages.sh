#!/bin/sh
# Installs the Debian packages that tests marked `system` need, where they are missing.
set -eu

missing=""
need() { # need PACKAGE COMMAND...: any of the commands will do
    package=$1
    shift
    for command in "$@"; do
        if command -v "$command" >/dev/null 2>&1; then return; fi
    done
    missing="$missing $package"
}

need libreoffice-calc soffice
need poppler-utils pdftotext
need hledger hledger
need beancount bean-check
need postgresql initdb /usr/lib/postgresql/*/bin/initdb

if [ -z "$missing" ]; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "These tests need what is missing here:$missing" >&2
    echo "On Debian and Ubuntu: sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
echo "installing$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q >/dev/null
# shellcheck disable=SC2086 # a list of packages
apt-get install -q -y --no-install-recommends $missing >/dev/null
