import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Compile = ReturnType<ReturnType<typeof SerializerSelector>>;
type Serialize = ReturnType<Compile>;

const compile = SerializerSelector()();
/**
 * Serializers by JSON text of the schema: operations share schemas, and all servers of a process share the contract.
 */
const compiled = new Map<string, Serialize>();

/**
 * Fastify's serializers output only what the contract declares. Each is compiled on first use: compiling all of them
 * takes a third of a node's start time.
 */
export function serializersWhenNeeded(): Compile {
  return (route) => {
    let serialize: Serialize | undefined;
    return (answer) => (serialize ??= compiledOf(route))(answer);
  };
}

function compiledOf(route: Parameters<Compile>[0]): Serialize {
  const text = JSON.stringify(route.schema);
  const known = compiled.get(text);
  if (known) return known;
  const serialize = compile(route);
  compiled.set(text, serialize);
  return serialize;
}
