#!/bin/sh
# Prints the SQL that makes the logins of one database, for psql as a superuser. Again, it sets their passwords.
#
#   SECRETS=/etc/wusd/secrets sh logins.sh product | psql
#
# product        the owner of the product's database, the server's login, a login that only reads, and the database
# signer         the signer's login and its database
# signer-login   the signer's login to the product's database; after `wusd migrate`, which makes the role wusd_signer
set -eu
secrets=${SECRETS:-/run/secrets}

login() { # <name> <attributes>
  password=$(cat "$secrets/$(echo "$1" | tr _ -)-password")
  cat <<SQL
do \$\$ begin
  create role $1 login;
exception when duplicate_object then null;
end \$\$;
alter role $1 $2 password '$password';
SQL
}

database() { # <name> <owner>
  cat <<SQL
select 'create database $1 owner $2' where not exists (select from pg_database where datname = '$1') \gexec
revoke connect on database $1 from public;
SQL
}

echo '\set ON_ERROR_STOP on'
case ${1:-} in
  product)
    login wallet_migrator createrole
    login wallet_api nocreaterole
    login wallet_readonly nocreaterole
    database wallet wallet_migrator
    echo 'grant connect on database wallet to wallet_api, wallet_readonly;' ;;
  signer)
    login signer nocreaterole
    database signer signer ;;
  signer-login)
    login signer_login nocreaterole
    echo 'grant wusd_signer to signer_login;'
    echo 'grant connect on database wallet to signer_login;' ;;
  *)
    echo 'Usage: logins.sh product | signer | signer-login' >&2
    exit 2 ;;
esac
