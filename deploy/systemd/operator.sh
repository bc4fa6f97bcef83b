#!/bin/sh
# Executes a command of operators with the settings and secrets of the services, as root: sh operator.sh check
set -eu
units=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
set -a
. /etc/wusd/server.env
eval "$(sed -n 's|^Environment=\(WUSD_MODE\|WUSD_SIGNER_URL\)=|\1=|p; s|^Environment=\([A-Z_]*_FILE\)=%d/|\1=/etc/wusd/secrets/|p' "$units/wusd-migrate.service")"
WUSD_OPERATORS_FILE=/etc/wusd/secrets/operators.json
set +a
exec /opt/wusd/current/bin/wusd operator "$@"
