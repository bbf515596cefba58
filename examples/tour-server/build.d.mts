/**
 * Bundles the tour server into one file that runs on Node 20 and later without node_modules.
 * @param options.outdir the folder that receives `server.js`; created when missing
 * @returns the path of `server.js`
 */
export function buildTourServer(options: { readonly outdir: string }): Promise<string>;
