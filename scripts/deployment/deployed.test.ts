import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { operatorSettings, serverSettings } from '../../apps/api/src/composition/setting-definitions.ts';
import { readSettings as readServerSettings } from '../../apps/api/src/composition/settings.ts';
import { longestStopMs } from '../../apps/api/src/platform/time-limits.ts';
import { signerSettings } from '../../apps/signer/src/setting-definitions.ts';
import { readSettings as readSignerSettings } from '../../apps/signer/src/settings.ts';
import { settingsOf } from '../../packages/server-kit/src/settings/definition.ts';
import {
  allProcesses,
  composeProcesses,
  type Deployed,
  folder,
  kubernetesSecrets,
  namesIn,
  read,
  readCompose,
  readResources,
  secretsFolder,
  units,
  valuesOf,
  workloads,
} from './deployed.ts';

const root = join(import.meta.dirname, '../..');
const processes = allProcesses();
const isSigner = ({ command }: Deployed): boolean => command === 'signer';
const servers = processes.filter((each) => !isSigner(each));
const signers = processes.filter(isSigner);

/** Contents of the secrets that the settings validate. */
const contents: Record<string, string> = {
  'networks.json': '{}',
  'signer-networks.json': '{}',
  'operators.json': '[]',
  'policy.json': readFileSync(join(root, 'apps/signer/policy.example.json'), 'utf8'),
  'master-key': Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 89) % 251)).toString('base64'),
  'smtp-url': 'smtps://wallet:password@mail.internal',
  'kms-secret': '',
};
const ownValues: Record<string, string> = {
  WUSD_PUBLIC_URL: 'https://wallet.internal',
  WUSD_SUPPORT_EMAIL: 'support@wallet.internal',
  WUSD_MAIL_FROM: 'WUSD Wallet <no-reply@wallet.internal>',
  WUSD_RECAPTCHA_KEY: 'site-key',
  WUSD_SMS_GATEWAY_URL: 'https://sms.internal/messages',
  WUSD_SCREENING_URL: 'https://screening.internal',
  WUSD_CLAMD_URL: 'tcp://clamd.internal:3310',
};

let secrets: string;
before(() => (secrets = mkdtempSync(join(tmpdir(), 'wusd-deployed-'))));
after(() => rmSync(secrets, { recursive: true }));

/** Environment of an installed process, with its secrets in a folder of this test. */
function installed({ environment, secrets: names }: Deployed): Record<string, string> {
  for (const name of names) {
    const isUrl = name.endsWith('database-url');
    const content = isUrl
      ? 'postgresql://login:password@db.internal/wallet?sslmode=verify-full'
      : 'a secret of 30 characters or so';
    writeFileSync(join(secrets, name), contents[name] ?? content);
  }
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(secretsFolder, `${secrets}/`)
        .replace(/\$\{(\w+)\}/, (_, own: string) => ownValues[own] ?? '')
        .replace('wallet.example', 'wallet.internal'),
    ]),
  );
}

test('settings are all defined by the process that receives them', () => {
  for (const process of processes) {
    const definitions = settingsOf(isSigner(process) ? signerSettings : [...serverSettings, ...operatorSettings]);
    const known = new Set(
      Object.entries(definitions).flatMap(([name, { isSecret }]) =>
        isSecret === true ? [name, `${name}_FILE`] : [name],
      ),
    );
    assert.deepEqual(
      Object.keys(process.environment).filter((name) => !known.has(name)),
      [],
      process.where,
    );
  }
});

test('settings are complete and strong enough for production', () => {
  for (const process of servers) assert.equal(readServerSettings(installed(process)).mode, 'production', process.where);
  for (const process of signers) assert.equal(readSignerSettings(installed(process)).mode, 'production', process.where);
});

test('settings of the installer are in settings/, and named nowhere else', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):[?-]\}/g)].map(([, name = '']) => name);
  assert.deepEqual(
    [...new Set(asked)].toSorted(),
    [...namesIn('settings/server.env'), ...namesIn('settings/signer.env')].toSorted(),
  );
  assert.deepEqual(namesIn('settings/server.env').toSorted(), Object.keys(ownValues).toSorted());
});

test('secrets are files that their processes can read and make-secrets.sh creates', () => {
  const script = read('make-secrets.sh');
  for (const { where, environment, secrets: names } of processes) {
    const used = Object.values(environment).flatMap((value) =>
      value.startsWith(secretsFolder) ? [value.slice(secretsFolder.length)] : [],
    );
    assert.deepEqual(
      used.filter((name) => !names.includes(name)),
      [],
      where,
    );
    for (const name of names) assert.ok(script.includes(name.replace(/\.(pem|key)$/, '')), `${where}: ${name}`);
  }
  for (const [name, { file }] of Object.entries(readCompose().secrets)) assert.equal(file, `./secrets/${name}`);
});

test('secrets of the database owner and of the signer are not available to nodes', () => {
  const forbidden = new Set([
    'migrator-database-url',
    'product-database-url',
    'signer-database-url',
    'signer.key',
    'kms-secret',
  ]);
  for (const { where, secrets: names } of processes.filter(({ command }) => command === 'serve'))
    assert.deepEqual(
      names.filter((name) => forbidden.has(name)),
      [],
      where,
    );
  for (const { where, secrets: names } of signers)
    assert.deepEqual(
      names.filter((name) => ['master-key', 'database-url', 'client.key'].includes(name)),
      [],
      where,
    );
});

test('secrets are not contained in any file of deploy/', () => {
  const definitions = settingsOf([...serverSettings, ...operatorSettings, ...signerSettings]);
  const secret = new Set(
    Object.entries(definitions).flatMap(([name, { isSecret }]) => (isSecret === true ? [name] : [])),
  );
  for (const { where, environment } of processes)
    assert.deepEqual(
      Object.keys(environment).filter((name) => secret.has(name)),
      [],
      where,
    );
  for (const file of globSync('**/*', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile())) {
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    assert.doesNotMatch(
      text,
      /BEGIN [A-Z ]*PRIVATE KEY|\w+:\/\/[^\s/:$]+:[^\s@$]+@|[A-Za-z0-9+/]{40,}={1,2}/,
      file.name,
    );
  }
});

test('stopping takes no longer than the grace period of each process', () => {
  for (const { where, environment, graceSeconds = 0 } of processes.filter(({ command }) => command === 'serve')) {
    const stopMs = longestStopMs({
      unreadyMs: Number(environment['WUSD_HTTP_SHUTDOWN_DELAY']),
      drainMs: Number(environment['WUSD_HTTP_DRAIN_TIMEOUT']),
    });
    assert.ok(graceSeconds * 1000 > stopMs, `${where}: ${graceSeconds} s are less than ${stopMs} ms`);
  }
  // shutDownOnSignal exits after 10 seconds.
  for (const { where, graceSeconds = 0 } of signers) assert.ok(graceSeconds > 10, where);
});

test('stopping is detected by the proxies before a node rejects calls', () => {
  const [, inter = '', fall = ''] = /check inter (\d+)s fall (\d+)/.exec(read('haproxy/haproxy.cfg')) ?? [];
  const [, timeout = ''] = /timeout check (\d+)s/.exec(read('haproxy/haproxy.cfg')) ?? [];
  const delayOf = (way: RegExp): number =>
    Math.min(
      ...processes
        .filter(({ where, command }) => way.test(where) && command === 'serve')
        .map(({ environment }) => Number(environment['WUSD_HTTP_SHUTDOWN_DELAY'])),
    );
  // A stopping node responds to health checks at once. A check timeout only applies to a hanging node.
  assert.ok(delayOf(/compose|systemd/) > Number(inter) * (Number(fall) + 1) * 1000);
  assert.ok(Number(timeout) > 2);
  const probe = workloads().find(({ resource }) => resource.metadata.name === 'api')?.pod.containers[0].readinessProbe;
  assert.ok(
    delayOf(/kubernetes/) > Number(probe?.['periodSeconds']) * (Number(probe?.['failureThreshold']) + 1) * 1000,
  );
});

test('ports, paths and commands match the code', () => {
  const wusd = readFileSync(join(root, 'scripts/release/wusd'), 'utf8');
  for (const { where, command } of processes) assert.match(wusd, new RegExp(`^  .*\\b${command}\\b.*\\)`, 'm'), where);
  const app = readFileSync(join(root, 'apps/api/src/composition/app.ts'), 'utf8');
  for (const path of ['/healthz', '/readyz']) assert.ok(app.includes(`app.get('${path}'`));
  assert.match(read('haproxy/haproxy.cfg'), /uri \/readyz /);
  assert.match(read('Containerfile'), /^HEALTHCHECK .*"\/opt\/wusd\/bin\/wusd", "ready"\]$/m);
});

test('ports, paths and commands agree between the proxy, the services and their probes', () => {
  const proxy = read('haproxy/haproxy.cfg');
  for (const each of ['1', '2']) {
    const [, port] = new RegExp(`presetenv API_${each} 127\\.0\\.0\\.1:(\\d+)`).exec(proxy) ?? [];
    assert.equal(
      port,
      valuesOf('wusd-api@.service', 'Environment')
        .find((line) => line.startsWith('PORT='))
        ?.slice(5)
        .replace('%i', each),
    );
    const services = readCompose().services;
    assert.equal(
      services['proxy']?.environment?.[`API_${each}`],
      `api-${each}:${services[`api-${each}`]?.environment?.['PORT']}`,
    );
  }
  for (const { resource, pod } of workloads()) {
    const [container] = pod.containers;
    const own = processes.find(({ where }) => where === `kubernetes, ${resource.metadata.name}`)?.environment ?? {};
    const ports = [own['PORT'], own['WUSD_METRICS_PORT']].filter((port) => port !== undefined);
    if (container.ports)
      assert.deepEqual(
        container.ports.map(({ containerPort }) => String(containerPort)),
        ports,
      );
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
      if (probe)
        assert.match(JSON.stringify(probe), /"path":"\/(healthz|readyz)","port":"http"|"tcpSocket":\{"port":"https"/);
  }
  for (const { environment, where } of servers) {
    const [, port] = /:(\d+)$/.exec(environment['WUSD_SIGNER_URL'] ?? '') ?? [];
    assert.equal(port, '8443', where);
  }
  for (const { environment, where } of signers) assert.equal(environment['PORT'], '8443', where);
});

test('the server trusts one proxy, which passes the address of the client', () => {
  assert.match(read('haproxy/haproxy.cfg'), /http-request set-header X-Forwarded-For %\[src\]/);
  for (const { environment, where, command } of processes)
    if (command === 'serve') assert.equal(environment['WUSD_TRUSTED_PROXIES'], '1', where);
});

test('containers are not root, have a read-only file system, and have no capabilities', () => {
  for (const [name, service] of Object.entries(readCompose().services)) {
    assert.match(service.user, /^[1-9]\d*:[1-9]\d*$/, name);
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
  }
  for (const { resource, pod } of workloads()) {
    const { name } = resource.metadata;
    assert.equal(pod.automountServiceAccountToken, false, name);
    assert.equal(pod.securityContext['runAsNonRoot'], true, name);
    assert.deepEqual(pod.securityContext['seccompProfile'], { type: 'RuntimeDefault' }, name);
    assert.deepEqual(
      pod.containers[0].securityContext,
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      name,
    );
    assert.ok(pod.containers[0].resources.limits['memory'], name);
  }
  const [, user] = /^USER (\d+:\d+)$/m.exec(read('Containerfile')) ?? [];
  for (const { where } of composeProcesses())
    assert.equal(readCompose().services[where.replace('compose.yaml, ', '')]?.user, user, where);
  for (const unit of units) {
    assert.deepEqual(valuesOf(unit, 'DynamicUser'), ['yes'], unit);
    assert.deepEqual(valuesOf(unit, 'ProtectSystem'), ['strict'], unit);
    assert.deepEqual(valuesOf(unit, 'NoNewPrivileges'), ['yes'], unit);
    assert.deepEqual(
      valuesOf(unit, 'CapabilityBoundingSet'),
      [unit === 'wusd-proxy.service' ? 'CAP_NET_BIND_SERVICE' : ''],
      unit,
    );
  }
});

test('with Compose, only the proxy is reachable from outside, and signer and databases only by their clients', () => {
  const { services, networks } = readCompose();
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  assert.deepEqual(
    published.map(([name]) => name),
    ['proxy'],
  );
  const reach = (name: string): string[] =>
    Object.entries(services)
      .filter(
        ([other, { networks: theirs }]) =>
          other !== name && theirs.some((each) => services[name]?.networks.includes(each)),
      )
      .map(([other]) => other)
      .toSorted();
  assert.deepEqual(reach('signer'), ['api-1', 'api-2', 'operator', 'postgres', 'signer-postgres']);
  assert.deepEqual(reach('signer-postgres'), ['signer']);
  assert.deepEqual(reach('postgres'), ['api-1', 'api-2', 'migrate', 'operator', 'signer', 'signer-login']);
  for (const name of ['postgres', 'signer-postgres'])
    assert.ok(
      services[name]?.networks.every((each) => networks[each]?.internal === true),
      name,
    );
});

test('with Kubernetes, all traffic is denied unless listed, and only nodes reach the signer', () => {
  const policies = readResources().filter(({ kind }) => kind === 'NetworkPolicy');
  const of = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec ?? {};
  assert.deepEqual(of('default-deny'), { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  assert.deepEqual(of('signer')['ingress'], [
    {
      from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'api' } } }],
      ports: [{ protocol: 'TCP', port: 8443 }],
    },
  ]);
  const namespace = readResources().find(({ kind }) => kind === 'Namespace');
  assert.equal(namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce'], 'restricted');
  assert.deepEqual(Object.keys(kubernetesSecrets()), ['server', 'owner', 'signer']);
});

test('with Compose, services start after their dependencies', () => {
  const { services } = readCompose();
  const order = ([name, condition]: [string, string]) => ({ [name]: { condition } });
  assert.deepEqual(services['api-1']?.depends_on, {
    ...order(['migrate', 'service_completed_successfully']),
    ...order(['signer', 'service_healthy']),
  });
  for (const [name, { depends_on: needed = {} }] of Object.entries(services))
    for (const [other, { condition }] of Object.entries(needed)) {
      const isChecked = services[other]?.healthcheck?.test !== undefined;
      assert.equal(
        condition,
        isChecked ? 'service_healthy' : 'service_completed_successfully',
        `${name} needs ${other}`,
      );
    }
});
