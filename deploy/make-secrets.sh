#!/bin/sh
# Makes the secrets of one installation: passwords, URLs of databases, the master key, and the certificates between server, signer and
# databases. What is there is left as it is, so that it can be run again. It needs openssl.
#
#   sh make-secrets.sh <folder>
#
# Its environment says where the databases and the signer are. The defaults are the names of compose.yaml.
set -eu
umask 077
folder=${1:?Usage: make-secrets.sh <folder>}
database=${DATABASE_HOST:-postgres:5432}
signer_database=${SIGNER_DATABASE_HOST:-signer-postgres:5432}
signer=${SIGNER_HOST:-signer}
# Where the processes find database-ca.pem.
database_ca=${DATABASE_CA:-/run/secrets/database-ca.pem}
mkdir -p "$folder/authorities"
cd "$folder"

once() { # <file> <command that prints it>
  file=$1
  shift
  [ -s "$file" ] || { "$@" > "$file.new" && mv "$file.new" "$file"; }
}
random_password() { openssl rand -hex 24; }
url() { # <login> <file of its password> <host:port> <database>
  case $3 in
    127.0.0.1:* | localhost:*) options= ;;
    *) options="?sslmode=verify-full&sslrootcert=$database_ca" ;;
  esac
  echo "postgresql://$1:$(cat "$2")@$3/$4$options"
}
name_of() { # <host> as a subject alternative name
  case $1 in
    *[!0-9.]*) echo "DNS:$1" ;;
    *) echo "IP:$1" ;;
  esac
}
authority() { # <name>
  [ -s "$1.pem" ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 \
    -subj "/CN=WUSD $1" -keyout "authorities/$1.key" -out "$1.pem" 2> /dev/null
}
certificate() { # <name> <authority> <use> <subject alternative name>
  [ -s "$1.pem" ] && return
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=$1" -keyout "$1.key" -out "$1.csr" 2> /dev/null
  printf 'extendedKeyUsage=%s\nsubjectAltName=%s\n' "$3" "$4" > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "authorities/$2.key" -CAcreateserial -CAserial "authorities/$2.srl" \
    -days 365 -extfile "$1.ext" -out "$1.pem" 2> /dev/null
  rm "$1.csr" "$1.ext"
}

for each in postgres signer-postgres wallet-migrator wallet-api wallet-readonly signer-login signer; do
  once "$each-password" random_password
done
once migrator-database-url url wallet_migrator wallet-migrator-password "$database" wallet
once database-url url wallet_api wallet-api-password "$database" wallet
once readonly-database-url url wallet_readonly wallet-readonly-password "$database" wallet
once product-database-url url signer_login signer-login-password "$database" wallet
once signer-database-url url signer signer-password "$signer_database" signer
once master-key openssl rand -base64 32

authority database-ca
certificate postgres database-ca serverAuth "$(name_of "${database%:*}")"
certificate signer-postgres database-ca serverAuth "$(name_of "${signer_database%:*}")"
authority signer-ca
certificate signer signer-ca serverAuth "$(name_of "$signer")"
authority client-ca
certificate client client-ca clientAuth DNS:server

# What others give you.
for each in recaptcha-secret smtp-url sms-gateway-token screening-token networks.json signer-networks.json policy.json operators.json wallet.pem; do
  [ -s "$each" ] || { : > "$each"; echo "To be filled in: $folder/$each"; }
done
# Only keys in AWS KMS need it.
[ -e kms-secret ] || : > kms-secret
