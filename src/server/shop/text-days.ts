// The days that texts name: a text that was written anew names the day of that, so that translations of an older one are known.
import { digestOf } from '../../content/digest.ts'
import { SOURCE_LANGUAGE } from '../../content/front-matter.ts'
import { pageFiles } from '../../content/shop-files.ts'
import type { CatalogueFault } from '../catalogue/faults.ts'
import type { DraftEdition } from './publish.ts'

const DAY = /^updated: *(\d{4}-\d{2}-\d{2})/
const DAY_MS = 86_400_000

interface Day {
  readonly day: string
  readonly line: number
}

function dayOf(text: string): Day | undefined {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => DAY.test(line))
  const day = DAY.exec(lines[at] ?? '')?.[1]
  return day === undefined ? undefined : { day, line: at + 1 }
}

/**
 * Returns a fault for each page whose English text changes and keeps an older day. A day that has not ended everywhere is today's.
 *
 * @param nowMs milliseconds since 1970
 */
export function dayFaults({ newest, files }: Pick<DraftEdition, 'newest' | 'files'>, nowMs: number): CatalogueFault[] {
  const sources = pageFiles(files).filter(({ language }) => language === SOURCE_LANGUAGE)
  return sources.flatMap(({ file }) => {
    const [before, after] = [newest.files[file], files[file] ?? '']
    if (before === undefined || digestOf(before) === digestOf(after)) return []
    const [old, made] = [dayOf(before), dayOf(after)]
    if (made === undefined || old?.day !== made.day || nowMs - Date.parse(made.day) < 2 * DAY_MS) return []
    const message = `the text has changed after ${made.day}: write the day of the change as "updated", and as "translates" in each language once its translation fits`
    return [{ file, line: made.line, message }]
  })
}
