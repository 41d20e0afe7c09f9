// Lighthouse scores of pages on a phone, and their weight, next to the goals of the design. Timings depend on the
// machine and its other load: each page's score is the median of five.
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { launchBrowser, type RunningSite, startSite } from '../../support/browsers/browser.ts'
import { TEXT_PAGES } from '../../support/browsers/pages.ts'
import { CASE_PAGE, SCRIPT_GOALS, type Weight, weigh } from '../../support/browsers/weight.ts'
import { freePort } from '../../support/runner/free-port.ts'

const RUNS = 5
/** Occasionally a browser loses the trace of a load, and Lighthouse has to be run again. */
const TRIES = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Allowed layout shift of a page: none where nothing is filled in later. */
const SHIFT_GOALS = { static: 0, rendered: 0.02 } as const

/** Least performance of a page. */
const PERFORMANCE_GOALS = { static: 98, home: 96, case: 95 } as const

type Kind = 'static' | 'home' | 'case'

interface Page {
  readonly path: string
  readonly kind: Kind
}

const PAGES: readonly Page[] = [
  ...TEXT_PAGES.map((path) => ({ path, kind: 'static' as const })),
  { path: '/', kind: 'home' },
  { path: CASE_PAGE, kind: 'case' },
]

interface Verdict {
  /** In the order of CATEGORIES, 0 to 100. */
  readonly scores: readonly number[]
  readonly shift: number
  /** Milliseconds. */
  readonly largestPaint: number
  readonly blocking: number
  /** Audits other than timings that failed. */
  readonly failing: readonly string[]
}

async function judge(url: string, port: number, triesLeft = TRIES): Promise<Verdict> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError !== undefined) {
    if (triesLeft > 1) return judge(url, port, triesLeft - 1)
    throw new Error(`${url}: ${runtimeError.message}`)
  }
  const number = (id: string): number => audits[id]?.numericValue ?? Number.NaN
  const weighty = CATEGORIES.slice(1).flatMap(
    (id) => categories[id]?.auditRefs.filter(({ weight }) => weight > 0) ?? [],
  )
  return {
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    shift: number('cumulative-layout-shift'),
    largestPaint: number('largest-contentful-paint'),
    blocking: number('total-blocking-time'),
    failing: weighty.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1),
  }
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function medianOf(runs: readonly Verdict[]): Verdict {
  return {
    scores: CATEGORIES.map((_, at) => median(runs.map(({ scores }) => scores[at] ?? 0))),
    shift: median(runs.map(({ shift }) => shift)),
    largestPaint: median(runs.map(({ largestPaint }) => largestPaint)),
    blocking: median(runs.map(({ blocking }) => blocking)),
    failing: [...new Set(runs.flatMap(({ failing }) => failing))],
  }
}

function holds({ kind }: Page, { scores, shift }: Verdict, { scripts }: Weight): boolean {
  const [performance = 0, ...rest] = scores
  const least = PERFORMANCE_GOALS[kind]
  const scriptsFit = kind === 'home' || scripts <= SCRIPT_GOALS[kind]
  const shiftFits = shift <= (kind === 'static' ? SHIFT_GOALS.static : SHIFT_GOALS.rendered)
  return performance >= least && rest.every((score) => score === 100) && scriptsFit && shiftFits
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

function row(page: Page, verdict: Verdict, weight: Weight, held: boolean): string {
  const cells = [
    ...verdict.scores.map(String),
    verdict.shift.toFixed(3),
    (verdict.largestPaint / 1000).toFixed(2),
    verdict.blocking.toFixed(0),
    ...[weight.scripts, weight.styles, weight.html, weight.fonts].map(kilobytes),
  ]
  const failing = verdict.failing.length === 0 ? '' : `  (${verdict.failing.join(', ')})`
  return `${page.path.padEnd(16)}${cells.map((cell) => cell.padStart(8)).join('')}   ${held ? 'holds' : 'MISSED'}${failing}`
}

const HEAD = ['perf', 'access', 'best', 'seo', 'shift', 'LCP s', 'TBT ms', 'JS KB', 'CSS KB', 'HTML KB', 'font KB']

async function measureAll(site: RunningSite, port: number): Promise<boolean> {
  const browser = await launchBrowser()
  const weights = new Map<string, Weight>()
  for (const { path } of PAGES) weights.set(path, await weigh(browser, site, path))
  await browser.close()
  console.log(`${''.padEnd(16)}${HEAD.map((name) => name.padStart(8)).join('')}`)
  let all = true
  for (const page of PAGES) {
    const runs: Verdict[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await judge(`${site.url}${page.path}`, port))
    const [verdict, weight] = [medianOf(runs), weights.get(page.path)]
    if (weight === undefined) throw new Error(`${page.path} was not weighed`)
    const held = holds(page, verdict, weight)
    all &&= held
    console.log(row(page, verdict, weight, held))
  }
  return all
}

/** Scores and weighs the pages of the build; true when every goal is met. */
export async function run(): Promise<boolean> {
  console.log(`Lighthouse, mobile, median of ${RUNS}; bytes as served, brotli, with what is loaded at idle`)
  console.log(
    'Goals: performance of static pages 98, home 96, a case 95, the rest 100; shift 0, else 0.02; scripts of static pages 112 KB, of a case 138 KB\n',
  )
  const site = await startSite()
  const port = await freePort()
  const chrome = await chromium.launchServer({
    executablePath: process.env.BROWSER_PATH ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    return await measureAll(site, port)
  } finally {
    await chrome.close()
    await site.stop()
  }
}
