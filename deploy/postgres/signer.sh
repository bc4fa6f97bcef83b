#!/bin/sh
# The image of PostgreSQL runs this once, in an empty data folder.
sh /deploy/logins.sh signer | psql --username postgres
