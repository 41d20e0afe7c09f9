// Says of each shell block of the guide whether it is run, marked, or neither.
import { readFileSync } from 'node:fs'
import { readShellBlocks, type ShellBlock } from './shell-blocks.ts'
import { ALL_STEPS, GUIDE_STEPS, type GuideStep, type GuideStepName } from './steps.ts'

/** The pages for operators, in the order in which they are read. */
const PAGES = ['operating', 'recovery', 'office', 'players', 'prices', 'runbooks']

/** The guide's text. */
export const readGuide = (): string =>
  PAGES.map((page) => readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')).join('\n')

interface Classified {
  readonly run: readonly ShellBlock[]
  /** Blocks that need what a test machine lacks. */
  readonly outside: readonly ShellBlock[]
  /** What is wrong, a sentence each that says what to do. */
  readonly faults: readonly string[]
}

const isOf = (step: GuideStep, { section, commands }: ShellBlock): boolean =>
  step.inline === undefined && step.section === section && commands.startsWith(step.begins)

/** Classifies the shell blocks of a guide by a table of steps. */
export function classify(markdown: string, steps: readonly (readonly [string, GuideStep])[] = ALL_STEPS): Classified {
  const { blocks, sections, strayMarks } = readShellBlocks(markdown)
  const faults = strayMarks.map((mark) => `"${mark}": the mark has no shell block right below it`)
  const run: ShellBlock[] = []
  for (const block of blocks) {
    const count = steps.filter(([, step]) => isOf(step, block)).length
    const [first = ''] = block.commands.split('\n')
    const place = `"${first}" below "${block.section}"`
    if (block.outside !== null && count > 0) faults.push(`${place}: is marked as outside and is run: choose one`)
    else if (block.outside === null && count === 0)
      faults.push(`${place}: is neither run nor marked. Add it to tests/guide/steps.ts, or a mark above it`)
    else if (count > 1) faults.push(`${place}: fits ${count} steps of tests/guide/steps.ts`)
    else if (count === 1) run.push(block)
  }
  for (const [name, step] of steps) {
    const isThere = step.inline
      ? sections.some((section) => section.name === step.section && section.text.includes(`\`${step.begins}\``))
      : blocks.some((block) => isOf(step, block))
    if (!isThere) faults.push(`Step "${name}": the guide has no such commands below "${step.section}"`)
  }
  return { run, outside: blocks.filter(({ outside }) => outside !== null), faults }
}

/**
 * Returns the commands of a step as the guide has them now.
 *
 * @throws Error when the guide has no such step
 */
export function commandsOf(markdown: string, name: GuideStepName): string {
  const step: GuideStep = GUIDE_STEPS[name]
  if (step.inline) return step.begins
  const block = readShellBlocks(markdown).blocks.find((one) => isOf(step, one))
  if (block === undefined) throw new Error(`The guide has no step "${name}"`)
  return block.commands
}
