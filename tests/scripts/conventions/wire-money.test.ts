// Money on the wire is whole cents: a field that may have decimals is a ratio, a time, or one of those in dollars.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = 'src/protocol'

const RATIOS = [
  ...[
    'returnToPlayer',
    'return',
    'ownPercent',
    'measured',
    'promised',
    'error',
    'RUB',
    'UAH',
    'USD',
    'value',
    'expected',
  ],
  // Of results, in cents squared.
  'variance',
  // Minutes of waits, and rounds of a losing run.
  ...['median', 'p95', 'expected_run'],
]
// Returns, chances, shares and hours of the rooms Cases and Prices, before and after a change.
const OF_ODDS = [
  ...['after', 'before', 'chance', 'given', 'least', 'most', 'moved', 'plain', 'ratio', 'returns'],
  ...['freshHours', 'movePercent', 'percent'],
]
const DOLLARS = ['max_dep', 'min_dep', 'sum']

it('has decimals in ratios, times and three fields of dollars only', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const sources = files.map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
  const decimals = sources.flatMap((text) => [...text.matchAll(/(\w+): z\.number\(\)/g)].map(([, name]) => name))
  expect([...new Set(decimals)].sort()).toEqual([...RATIOS, ...OF_ODDS, ...DOLLARS].sort())
})
