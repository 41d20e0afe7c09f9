// Who may import whom, from the table in scripts/conventions/layers.ts; Astro's own files are held to it by scripts/conventions.ts.
import { MAY_IMPORT, TYPES_OF_CONTRACT, WITHOUT_NODE } from './scripts/conventions/layers.ts'

const anyOf = (folders) => `^src/(${folders.join('|')})/`

const layers = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${others.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: anyOf([folder, ...others]) },
}))

// biome-ignore lint/style/noDefaultExport: dependency-cruiser reads it there
export default {
  forbidden: [
    ...layers,
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
      from: { path: anyOf(TYPES_OF_CONTRACT) },
      to: { path: '(^|/)zod(/|$)' },
    },
    {
      name: 'types-of-contract',
      comment: 'import type: a value of the contract would bring zod along',
      severity: 'error',
      from: { path: anyOf(TYPES_OF_CONTRACT) },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
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
