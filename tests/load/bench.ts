// npm run bench -- <name>: each benchmark prints a table and a ratio measured in one run, and writes nothing into the project.

import { argv, exit } from 'node:process'

/** True when what it measured reaches its goal. */
type Benchmark = () => Promise<boolean>

const BENCHMARKS: Readonly<Record<string, () => Promise<{ run: Benchmark }>>> = {
  games: () => import('./games.ts'),
  growth: () => import('./growth.ts'),
  motion: () => import('./motion.ts'),
  odds: () => import('./odds.ts'),
  open: () => import('./open.ts'),
  pages: () => import('./pages.ts'),
  web: () => import('./web.ts'),
}

async function main(): Promise<number> {
  const load = BENCHMARKS[argv[2] ?? '']
  if (load === undefined) {
    console.error(`Usage: npm run bench -- ${Object.keys(BENCHMARKS).join(' | ')}`)
    return 2
  }
  const { run } = await load()
  return (await run()) ? 0 : 1
}

exit(await main())
