/** `[name, [[function, parameterCount, kind], …]]` */
export type Declaration = [name: string, functions: [name: string, parameterCount: number, kind: 0 | 1][]];

// The parameter of the function that script/build-runtime puts around the bundle.
declare const configuration: [
  handler: string,
  key: string,
  origins: string[],
  maximumTextLength: number,
  maximumDepth: number,
  schemaHash: string,
  namespaces: Declaration[],
];

export const [handlerName, key, origins, maximumTextLength, maximumDepth, schemaHash, namespaces] = configuration;
