// Checks the links between documents, and that every `npm run …` in them is a script of package.json.
import { posix } from 'node:path'
import type { WorkingCopy } from './claims.ts'
import type { Fault } from './tree.ts'

const FENCE = /^ *```[\s\S]*?^ *```/gm
const CODE = /`[^`\n]*`/g
const LINK = /\]\(([^)\s]+)\)/g
const NPM_RUN = /\bnpm run ([a-z-]+)/g

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(FENCE, '').matchAll(/^#{1,6} (.+)$/gm)
  const words = (heading: string): string =>
    heading
      .replaceAll(/\]\([^)]*\)/g, ']')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
  return new Set([...headings].map(([, heading = '']) => words(heading).replaceAll(' ', '-')))
}

function linkFault(path: string, target: string, files: WorkingCopy): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined
  const [file = '', anchor] = target.split('#')
  const linked = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
  if (!files.exists(linked)) return `links to ${linked}, which does not exist`
  if (anchor === undefined || anchorsOf(files.read(linked)).has(anchor)) return undefined
  return `links to ${target}, which is no heading there`
}

/**
 * Returns the faults of the links and commands of documents.
 *
 * @param documents by their paths from the root
 */
export function documentFaults(documents: readonly { path: string; text: string }[], files: WorkingCopy): Fault[] {
  const scripts = (JSON.parse(files.read('package.json')) as { scripts: Record<string, string> }).scripts
  return documents.flatMap(({ path, text }) => {
    const prose = text.replaceAll(FENCE, '').replaceAll(CODE, '')
    const links = [...prose.matchAll(LINK)].map(([, target = '']) => linkFault(path, target, files))
    const commands = [...text.matchAll(NPM_RUN)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `names “${command}”, which package.json does not have`)
    return [...links, ...commands].flatMap((fault) => (fault === undefined ? [] : [{ file: path, fault }]))
  })
}
