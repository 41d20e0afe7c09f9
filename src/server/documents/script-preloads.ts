// Adds preloads of what the scripts of a page import. Otherwise a browser requests it when it has read the script: one round trip more.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Addresses of the scripts that a script imports, directly and by others, by its own address. */
export type ScriptImports = Readonly<Record<string, readonly string[]>>

/** Reads the imports that the build has written (scripts/script-imports.mjs). */
export async function readScriptImports(distFolder: string): Promise<ScriptImports> {
  return JSON.parse(await readFile(join(distFolder, 'server', 'script-imports.json'), 'utf8')) as ScriptImports
}

const SCRIPT = /<script type="module" src="([^"]+)">/g

/**
 * Returns a page with preloads of what its scripts import, in front of the first of them: behind the text, which they would delay. Their
 * priority is low for the same reason; scripts that are as urgent as fonts make the first paint later in Lighthouse's model.
 */
export function preloadImports(html: string, imports: ScriptImports): string {
  const scripts = [...html.matchAll(SCRIPT)].map(([, address = '']) => address)
  const files = new Set(scripts.flatMap((address) => imports[address] ?? []))
  const links = [...files].map((address) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`)
  return html.replace('<script type="module" src="', (tag) => links.join('') + tag)
}
