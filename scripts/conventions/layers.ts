// Who may import whom, once: dependency-cruiser holds TypeScript to it, the conventions check holds Astro's files to it.

/** A folder of src, and the folders that it may import beside itself. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  game: [],
  contract: ['game'],
  i18n: ['game'],
  art: ['game'],
  stores: ['contract', 'game', 'i18n'],
  islands: ['stores', 'contract', 'game', 'i18n'],
  components: ['islands', 'layouts', 'i18n', 'contract', 'game', 'content'],
  layouts: ['islands', 'components', 'i18n', 'contract', 'game', 'content'],
  pages: ['islands', 'components', 'layouts', 'i18n', 'contract', 'game', 'content'],
  server: ['contract', 'game', 'i18n', 'art'],
}

/** Folders of which nothing runs anywhere but in a browser too, so that no Node module may be in them. */
export const WITHOUT_NODE: readonly string[] = ['game', 'contract', 'stores', 'islands']

/** Folders whose code browsers load: of the contract they take types alone, because its schemas would bring zod along. */
export const TYPES_OF_CONTRACT: readonly string[] = ['stores', 'islands']

/** The folder of src that a path lies in; null outside of one. */
export function layerOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Whether a file of one folder may import a file of another; a folder that the table does not name is free. */
export function mayImport(from: string, to: string): boolean {
  return from === to || (MAY_IMPORT[from]?.includes(to) ?? true)
}
