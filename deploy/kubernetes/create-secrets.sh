#!/bin/sh
# Makes the Secrets that the manifests name from the folder of make-secrets.sh: sh create-secrets.sh <folder>
# For this cluster, make the folder with DATABASE_HOST, SIGNER_DATABASE_HOST and SIGNER_HOST=signer.wusd.svc
set -eu
cd "${1:?Usage: create-secrets.sh <folder>}"

secret() { # <name> <file>...
  name=$1
  shift
  for file; do
    set -- "$@" "--from-file=$file"
    shift
  done
  kubectl --namespace wusd create secret generic "$name" "$@" --dry-run=client --output yaml | kubectl apply --filename -
}

secret server database-url database-ca.pem master-key recaptcha-secret smtp-url sms-gateway-token screening-token networks.json \
  signer-ca.pem client.pem client.key
secret owner migrator-database-url readonly-database-url
secret signer signer-database-url product-database-url database-ca.pem signer-networks.json policy.json signer.pem signer.key \
  client-ca.pem kms-secret
