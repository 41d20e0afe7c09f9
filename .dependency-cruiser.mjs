// Who may import whom, from the table in scripts/conventions/layers.ts; Astro's own files are held to it by scripts/conventions.ts.
import {
  GAME_FOLDERS,
  IN_BROWSERS,
  ISLAND_FOLDERS,
  ISLAND_ROOMS,
  MAY_IMPORT,
  OFFICE_FOLDERS,
  SERVER_FOLDERS,
  SERVICE_FOLDERS,
  STORE_FOLDERS,
  TYPES_OF_PROTOCOL,
  WITHOUT_NODE,
} from './scripts/conventions/layers.ts'

const anyOf = (folders) => `^src/(${folders.join('|')})/`

const layers = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${others.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: anyOf([folder, ...others]) },
}))

/**
 * A rule for each folder of a root: it imports itself and the folders before it, so that no circle of folders can close. `besides` matches
 * what all of them may import.
 */
const fromTheBottomUp = (root, folders, besides = '') =>
  folders.map((folder, place) => ({
    name: `${root.split('/').at(-1)}-${folder}-imports`,
    comment: `${root}/${folder} may import ${folders.slice(0, place).join(', ') || 'no other folder of it'}`,
    severity: 'error',
    from: { path: `^${root}/${folder}/` },
    to: { path: `^${root}/`, pathNot: `^${root}/(${folders.slice(0, place + 1).join('|')})/${besides}` },
  }))

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads it there
export default {
  forbidden: [
    ...layers,
    ...fromTheBottomUp('src/game', GAME_FOLDERS),
    ...fromTheBottomUp('src/server', SERVER_FOLDERS),
    ...fromTheBottomUp('src/server/services', SERVICE_FOLDERS),
    ...fromTheBottomUp('src/stores', STORE_FOLDERS),
    ...fromTheBottomUp('src/office', OFFICE_FOLDERS),
    ...fromTheBottomUp('src/islands', ISLAND_FOLDERS, '|^src/islands/[^/]+$'),
    ...Object.entries(ISLAND_ROOMS).flatMap(([folder, rooms]) =>
      fromTheBottomUp(`src/islands/${folder}`, rooms, `|^src/islands/${folder}/[^/]+$`),
    ),
    {
      name: 'ui-alone',
      comment: 'parts of the interface know no feature: of stores they import the kernel',
      severity: 'error',
      from: { path: '^src/islands/ui/' },
      to: { path: '^src/(islands|stores)/', pathNot: '^src/(islands/ui|stores/kernel)/' },
    },
    {
      name: 'office-alone',
      comment: 'the office takes styles of the layouts, and parts of the interface that know no store',
      severity: 'error',
      from: { path: '^src/office/' },
      to: { path: '^src/(islands|layouts)/', pathNot: '^src/(islands/ui/|layouts/[\\w-]+\\.css$)' },
    },
    {
      name: 'office-without-stores',
      comment: 'a store is of a player: no part that the office takes may load one',
      severity: 'error',
      from: { path: '^src/office/' },
      to: { path: '^src/stores/', reachable: true },
    },
    {
      name: 'office-rooms',
      comment: 'a room knows no other room',
      severity: 'error',
      from: { path: '^src/office/rooms/([^/]+)/' },
      to: { path: '^src/office/rooms/', pathNot: '^src/office/rooms/$1/' },
    },
    {
      name: 'office-texts',
      comment: 'no page of players loads the texts of the office',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(office|i18n/office)/' },
      to: { path: '^src/i18n/(office/|locales/[a-z]+/office[a-z-]*\\.json$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'game-alone',
      comment: 'the rules are pure: no Node, no package',
      severity: 'error',
      from: { path: '^src/game/' },
      to: { pathNot: '^src/' },
    },
    {
      name: 'no-node',
      comment: 'what runs in browsers cannot have Node',
      severity: 'error',
      from: { path: anyOf(WITHOUT_NODE) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-zod-in-browsers',
      comment: 'schemas stay on the server; browsers take their types',
      severity: 'error',
      from: { path: anyOf(IN_BROWSERS) },
      to: { path: '(^|/)zod(/|$)' },
    },
    {
      name: 'types-of-protocol',
      comment: 'import type: a value of the protocol would bring zod along',
      severity: 'error',
      from: { path: anyOf(TYPES_OF_PROTOCOL) },
      to: { path: '^src/protocol/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-development-packages',
      comment: 'an image holds dependencies alone: what it runs imports none of devDependencies',
      severity: 'error',
      from: { path: '^src/(server|content|i18n)/|^scripts/(ops|verify)', pathNot: '^src/server/dev\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'], pathNot: '^node_modules/@types/' },
    },
    {
      name: 'sandbox-on-demand',
      comment: 'a live shop does not load the code of the sandbox: import it where the settings ask for it',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/sandbox/' },
      to: { path: '^src/server/sandbox/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'no-circular',
      comment: 'a circle has no beginning',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'an import that leads nowhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:|\\?url$|\\.astro$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
