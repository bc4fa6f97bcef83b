import type { Machine } from './machines.ts';

// Configuration of etcd, Patroni and HAProxy. Settings that are not listed keep their defaults.

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380, api: 8080 } as const;
const programs = '/usr/lib/postgresql/15/bin';

/** Members of etcd that vote are the machines of the database. */
export function etcdArguments(machine: Machine, members: readonly Machine[], data: string): string[] {
  const at = (address: string, port: number): string => `http://${address}:${port}`;
  const settings = {
    name: machine.name,
    'data-dir': data,
    'listen-client-urls': `${at(machine.address, ports.etcd)},${at('127.0.0.1', ports.etcd)}`,
    'advertise-client-urls': at(machine.address, ports.etcd),
    'listen-peer-urls': at(machine.address, ports.etcdPeers),
    'initial-advertise-peer-urls': at(machine.address, ports.etcdPeers),
    'initial-cluster': members.map(({ name, address }) => `${name}=${at(address, ports.etcdPeers)}`).join(','),
    'initial-cluster-state': 'new',
    // Calmer than the defaults (100 and 1000): all machines share two cores.
    'heartbeat-interval': 200,
    'election-timeout': 2000,
    'log-level': 'warn',
  };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}

export interface PatroniOptions {
  machine: Machine;
  members: readonly Machine[];
  folder: string;
  password: string;
}

/**
 * Patroni's file, which YAML reads as it reads JSON.
 *
 * A commit is acknowledged once a replica has it, and none is without one (`synchronous_mode_strict`): a primary that is cut off can't
 * acknowledge what its successor does not have. The lease of the primary (`ttl`) is the shortest that Patroni 3.0 allows: with it a
 * successor is found in about 20 s.
 */
export function patroniFile({ machine, members, folder, password }: PatroniOptions): string {
  const account = (username: string): { username: string; password: string } => ({ username, password });
  return JSON.stringify({
    scope: 'wusd',
    name: machine.name,
    restapi: {
      listen: `${machine.address}:${ports.patroni}`,
      connect_address: `${machine.address}:${ports.patroni}`,
    },
    etcd3: { hosts: members.map(({ address }) => `${address}:${ports.etcd}`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        master_start_timeout: 5,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 200,
            wal_level: 'replica',
            wal_log_hints: 'on',
            wal_keep_size: '512MB',
            synchronous_commit: 'on',
            // A peer that went silent is given up within the lease.
            wal_sender_timeout: '6s',
            wal_receiver_timeout: '6s',
            tcp_keepalives_idle: 5,
            tcp_keepalives_interval: 1,
            tcp_keepalives_count: 5,
            tcp_user_timeout: '10s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${machine.address}:${ports.postgres}`,
      connect_address: `${machine.address}:${ports.postgres}`,
      data_dir: `${folder}/data`,
      bin_dir: programs,
      pgpass: `${folder}/pgpass`,
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      pg_hba: [
        'local all all trust',
        'host all all 10.83.0.0/24 scram-sha-256',
        'host replication all 10.83.0.0/24 scram-sha-256',
      ],
      parameters: { unix_socket_directories: folder, password_encryption: 'scram-sha-256' },
    },
  });
}

const servers = (machines: readonly Machine[], port: number, rest = ''): string =>
  machines.map(({ name, address }) => `  server ${name} ${address}:${port} check ${rest}`).join('\n');

const apiBackend = (name: string, nodes: readonly Machine[]): string => `
backend ${name}
  mode http
  balance roundrobin
  option httpchk GET ${name === 'ready' ? '/readyz' : '/healthz'}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  retry-on conn-failure
${servers(nodes, ports.api)}`;

/** Connections to the database go to the machine that Patroni calls the primary, and those of one that is not any more are closed. */
export function proxyFile(databases: readonly Machine[], nodes: readonly Machine[]): string {
  return `
global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  timeout check 2s
  retries 3
  option redispatch

frontend database
  mode tcp
  bind :${ports.postgres}
  default_backend primary
backend primary
  mode tcp
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers(databases, ports.postgres, `port ${ports.patroni}`)}

frontend api
  mode http
  bind :${ports.api}
  # While the database is away no node is ready. Then any that lives answers with 503 and the time to come back, which clients understand.
  use_backend ready if { nbsrv(ready) gt 0 }
  default_backend alive
${['ready', 'alive'].map((backend) => apiBackend(backend, nodes)).join('\n')}
`;
}
