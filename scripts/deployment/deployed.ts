// The processes that the files in deploy/ start, in one format: tests compare them with the code, and `npm run soak --
// deployment` starts them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const folder = join(import.meta.dirname, '../../deploy');
export const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** Folder that contains the secrets of each process, by name. */
export const secretsFolder = '/run/secrets/';

/** One process of the product. */
export interface Deployed {
  /** File and service, for messages. */
  where: string;
  /** Command: `wusd <command>`. */
  command: string;
  /** Contains `${NAME}` where the installer must provide a value. */
  environment: Record<string, string>;
  /** Names of the secrets that it can read. */
  secrets: string[];
  /** Seconds from the stop signal to the kill. Undefined if the process exits on its own. */
  graceSeconds: number | undefined;
}

export interface ComposeService {
  image: string;
  user: string;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  networks: string[];
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  stop_grace_period?: string;
}

export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { file: string }>;
}

export const readCompose = (): Compose => parse(read('compose.yaml'), { merge: true }) as Compose;

/** Processes that use the release's own image. */
export function composeProcesses(): Deployed[] {
  return Object.entries(readCompose().services)
    .filter(([, { image }]) => image.includes('wusd-wallet'))
    .map(([name, { command = [], entrypoint = [], environment = {}, secrets = [], stop_grace_period: grace }]) => ({
      where: `compose.yaml, ${name}`,
      command: command[0] ?? entrypoint.at(-1) ?? '',
      environment: Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, value.replace(/\$\{(\w+):[?-]\}/, '${$1}')]),
      ),
      secrets,
      graceSeconds: grace === undefined ? undefined : Number(/^(\d+)s$/.exec(grace)?.[1]),
    }));
}

export const units = [
  'wusd-api@.service',
  'wusd-migrate.service',
  'wusd-signer.service',
  'wusd-proxy.service',
] as const;

/** All values of a key in a unit file, in order. */
export const valuesOf = (unit: string, key: string): string[] =>
  [...read(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** Settings of an environment file that systemd, shells and Compose can read. */
export const namesIn = (file: string): string[] =>
  [...read(file).matchAll(/^([A-Z_]+)=$/gm)].map(([, name = '']) => name);

/** @param instance value of `%i` */
function unitProcess(unit: string, instance: string): Deployed {
  const assignments = valuesOf(unit, 'Environment').map((line): [string, string] => {
    const [name = '', ...value] = line.split('=');
    return [name, value.join('=').replace('%i', instance).replace('%d/', secretsFolder)];
  });
  const ownNames = valuesOf(unit, 'EnvironmentFile').flatMap((path) =>
    namesIn(path.replace('/etc/wusd/', 'settings/')),
  );
  const [grace] = valuesOf(unit, 'TimeoutStopSec');
  return {
    where: `systemd/${unit}`,
    command: /bin\/wusd (\w+)$/.exec(valuesOf(unit, 'ExecStart')[0] ?? '')?.[1] ?? '',
    environment: {
      ...Object.fromEntries(ownNames.map((name) => [name, `\${${name}}`])),
      ...Object.fromEntries(assignments),
    },
    secrets: valuesOf(unit, 'LoadCredential').map((line) => line.split(':')[0] ?? ''),
    graceSeconds: grace === undefined ? undefined : Number(grace),
  };
}

export const systemdProcesses = (): Deployed[] => [
  unitProcess('wusd-api@.service', '1'),
  unitProcess('wusd-api@.service', '2'),
  unitProcess('wusd-migrate.service', ''),
  unitProcess('wusd-signer.service', ''),
];

export interface Container {
  name: string;
  image: string;
  args: string[];
  envFrom: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: Record<string, unknown>;
  startupProbe?: Record<string, unknown>;
  readinessProbe?: Record<string, unknown>;
  livenessProbe?: Record<string, unknown>;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  volumeMounts: { name: string; mountPath: string }[];
}

export interface Pod {
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  terminationGracePeriodSeconds?: number;
  containers: [Container];
  volumes: {
    name: string;
    secret?: { secretName: string };
    projected?: { sources: { secret: { name: string } }[] };
  }[];
}

export interface Resource {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

interface Kustomization {
  resources: string[];
  configMapGenerator: { name: string; literals: string[] }[];
}

const readKustomization = (): Kustomization => parse(read('kubernetes/kustomization.yaml')) as Kustomization;

export const readResources = (): Resource[] =>
  readKustomization().resources.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Resource),
  );

/** Deployments and jobs with their pod templates. */
export const workloads = (): { resource: Resource; pod: Pod }[] =>
  readResources()
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((resource) => ({ resource, pod: (resource.spec['template'] as { spec: Pod }).spec }));

/** File names of each Secret that create-secrets.sh creates. */
export function kubernetesSecrets(): Record<string, string[]> {
  const script = read('kubernetes/create-secrets.sh').replaceAll('\\\n', ' ');
  return Object.fromEntries(
    [...script.matchAll(/^secret (\S+) (.*)$/gm)].map(([, name = '', files = '']) => [name, files.trim().split(/\s+/)]),
  );
}

export function kubernetesProcesses(): Deployed[] {
  const settings = new Map(
    readKustomization().configMapGenerator.map(({ name, literals }) => [
      name,
      literals.map((line): [string, string] => {
        const [key = '', ...value] = line.split('=');
        return [key, value.join('=')];
      }),
    ]),
  );
  const files = kubernetesSecrets();
  return workloads().map(({ resource, pod }) => {
    const [{ args, envFrom }] = pod.containers;
    return {
      where: `kubernetes, ${resource.metadata.name}`,
      command: args[0] ?? '',
      environment: Object.fromEntries(envFrom.flatMap(({ configMapRef }) => settings.get(configMapRef.name) ?? [])),
      secrets: pod.volumes
        .flatMap(({ secret, projected }) => [
          ...(secret ? [secret.secretName] : []),
          ...(projected?.sources.map((source) => source.secret.name) ?? []),
        ])
        .flatMap((name) => files[name] ?? []),
      graceSeconds: pod.terminationGracePeriodSeconds,
    };
  });
}

/** Every process that a file in deploy/ starts. */
export const allProcesses = (): Deployed[] => [...composeProcesses(), ...systemdProcesses(), ...kubernetesProcesses()];
