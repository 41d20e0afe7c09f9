// Who may import whom, from the table in scripts/conventions/layers.ts; Astro's own files are held to it by scripts/conventions.ts.
import {
  MAY_IMPORT,
  SERVER_FOLDERS,
  SERVICE_FOLDERS,
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

/** A rule for each folder of a root: it imports itself and the folders before it, so that no circle of folders can close. */
const fromTheBottomUp = (root, folders) =>
  folders.map((folder, place) => ({
    name: `${root.split('/').at(-1)}-${folder}-imports`,
    comment: `${root}/${folder} may import ${folders.slice(0, place).join(', ') || 'no other folder of it'}`,
    severity: 'error',
    from: { path: `^${root}/${folder}/` },
    to: { path: `^${root}/`, pathNot: `^${root}/(${folders.slice(0, place + 1).join('|')})/` },
  }))

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads it there
export default {
  forbidden: [
    ...layers,
    ...fromTheBottomUp('src/server', SERVER_FOLDERS),
    ...fromTheBottomUp('src/server/services', SERVICE_FOLDERS),
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
      from: { path: anyOf(TYPES_OF_PROTOCOL) },
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
      from: { path: '^src/(server|i18n)/|^scripts/(ops|verify)', pathNot: '^src/server/dev\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'], pathNot: '^node_modules/@types/' },
    },
    {
      name: 'no-circular',
      comment: 'a circle has no beginning',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'stores-kernel-alone',
      comment: 'every folder of stores may import its kernel, which imports none of them',
      severity: 'error',
      from: { path: '^src/stores/kernel/' },
      to: { path: '^src/stores/', pathNot: '^src/stores/kernel/' },
    },
    {
      name: 'stores-no-folder-cycle',
      comment: 'folders of stores import each other in one direction',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/stores/' },
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
