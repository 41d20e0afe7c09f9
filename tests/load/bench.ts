// npm run bench -- <name>: each benchmark prints a table and a ratio measured in one run, and writes nothing into the project.

import { argv, exit } from 'node:process'

/** True when what it measured reaches its goal. */
type Benchmark = () => Promise<boolean>

const BENCHMARKS: Readonly<Record<string, () => Promise<{ run: Benchmark }>>> = {
  cuts: () => import('./cuts.ts'),
  faults: () => import('./faults.ts'),
  games: () => import('./games.ts'),
  growth: () => import('./growth.ts'),
  metrics: () => import('./metrics.ts'),
  motion: () => import('./motion.ts'),
  night: () => import('./night.ts'),
  odds: () => import('./odds.ts'),
  open: () => import('./open.ts'),
  pages: () => import('./pages.ts'),
  realtime: () => import('./realtime.ts'),
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
