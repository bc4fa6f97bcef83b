import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;
type Compile = ReturnType<Factory>;

/**
 * Fastify's serializers, which output only what the contract declares, each compiled on first use: compiling all of them takes a
 * third of a node's start.
 */
export function serializersWhenNeeded(...schemas: Parameters<Factory>): Compile {
  const compile = SerializerSelector()(...schemas);
  return (route) => {
    let serialize: ReturnType<Compile> | undefined;
    return (answer) => (serialize ??= compile(route))(answer);
  };
}
