#!/bin/sh
# Executes a command of the signer with the settings and secrets of its service, as root: sh signer.sh verify-log
set -eu
units=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
set -a
. /etc/wusd/signer.env
eval "$(sed -n 's|^Environment=\(WUSD_MODE\|HOST\|PORT\)=|\1=|p; s|^Environment=\([A-Z_]*_FILE\)=%d/|\1=/etc/wusd/secrets/|p' "$units/wusd-signer.service")"
set +a
exec /opt/wusd/current/bin/wusd signer "$@"
