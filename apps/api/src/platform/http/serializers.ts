import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;
type Compile = ReturnType<Factory>;

/**
 * Fastify's own serializers, which let out what the contract declares and nothing else, each compiled when it is first used:
 * all operations' answers at once are a third of what starting a node takes.
 */
export function serializersWhenNeeded(...schemas: Parameters<Factory>): Compile {
  const compile = SerializerSelector()(...schemas);
  return (route) => {
    let serialize: ReturnType<Compile> | undefined;
    return (answer) => (serialize ??= compile(route))(answer);
  };
}
