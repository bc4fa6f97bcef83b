import type { EnvironmentReader } from '../environment.ts';
import type { SettingDefinitions } from '../settings/definition.ts';
import type { TelemetrySettings } from './start-telemetry.ts';

type TelemetrySetting =
  | 'WUSD_METRICS_PORT'
  | 'WUSD_METRICS_HOST'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_TRACES_SAMPLER_ARG';

/** OpenTelemetry itself reads the variables that begin with OTEL. */
export const telemetrySettings: SettingDefinitions<TelemetrySetting> = {
  WUSD_METRICS_PORT: {
    description: 'port on which Prometheus reads `/metrics`, apart from the port of customers',
    otherwise: 'no metrics',
    example: '9464',
  },
  WUSD_METRICS_HOST: {
    description: 'address that metrics are read at; whoever reaches it reads them',
    default: '127.0.0.1',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'collector that traces are sent to (OTLP over HTTP)',
    otherwise: 'no traces',
    example: 'https://otel-collector.internal:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    description: 'headers for the collector, `name=value`, separated by commas',
    isSecret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description: 'share of traces that are recorded, from 0 to 1, whatever clients ask for',
    default: '0.1',
  },
};

export function readTelemetrySettings({
  problems,
  optional,
  text,
  baseUrl,
  list,
  wholeNumber,
}: EnvironmentReader<TelemetrySetting>): TelemetrySettings {
  const url = baseUrl('OTEL_EXPORTER_OTLP_ENDPOINT');
  const traceRatio = Number(text('OTEL_TRACES_SAMPLER_ARG'));
  if (!(traceRatio >= 0 && traceRatio <= 1))
    problems.push(`OTEL_TRACES_SAMPLER_ARG is "${text('OTEL_TRACES_SAMPLER_ARG')}"; it must be from 0 to 1`);
  return {
    metrics: optional('WUSD_METRICS_PORT')
      ? {
          host: text('WUSD_METRICS_HOST'),
          port: wholeNumber('WUSD_METRICS_PORT', { least: 1, most: 65_535 }, 'a port number'),
        }
      : undefined,
    collector:
      url === undefined
        ? undefined
        : { url, headers: Object.fromEntries(list('OTEL_EXPORTER_OTLP_HEADERS').map(pairOf)) },
    traceRatio,
  };
}

const pairOf = (text: string): [string, string] => {
  const [name = '', ...value] = text.split('=');
  return [name.trim(), value.join('=').trim()];
};
