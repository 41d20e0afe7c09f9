// Hands the static pages to Astro, taken apart into sections, so that pages can set them as cards or questions. A page with a fault
// ends the build and is told by file and line; while developing, the last sound version stays.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { type Entry, readDocument } from './document.ts'
import { type FileFault, formatFault, readDetails, readPageFiles } from './folder.ts'

async function load({ config, store, parseData, renderMarkdown }: LoaderContext): Promise<void> {
  const folder = fileURLToPath(new URL('content/', config.srcDir))
  const [{ files }, { details, faults: wrong }] = await Promise.all([readPageFiles(folder), readDetails(folder)])
  const refuse = (faults: readonly FileFault[]): never => {
    const root = fileURLToPath(config.root)
    throw new Error(faults.map((fault) => formatFault({ ...fault, file: relative(root, fault.file) })).join('\n'))
  }
  // Without the details every page that uses one would be faulty too.
  if (wrong.length > 0) refuse(wrong)
  const faults: FileFault[] = []
  const render = async (markdown: string): Promise<string> =>
    markdown === '' ? '' : (await renderMarkdown(markdown)).html
  const entry = async ({ id, title, body }: Entry) => ({ id, title, html: await render(body) })
  const pages: { id: string; data: Record<string, unknown> }[] = []
  for (const { page, language, file, text } of files) {
    if (language === undefined) continue
    const { document, faults: own } = readDocument(text, language, details[language])
    faults.push(...own.map((fault) => ({ file, ...fault })))
    if (document === undefined) continue
    const { title, description, updated } = document.front
    const sections = await Promise.all(
      document.sections.map(async (section) => ({
        ...(await entry(section)),
        entries: await Promise.all(section.entries.map(entry)),
      })),
    )
    const introduction = await render(document.introduction)
    pages.push({
      id: `${page}/${language}`,
      data: { page, language, title, description, updated, introduction, sections },
    })
  }
  if (faults.length > 0) refuse(faults)
  const sound = await Promise.all(pages.map(async ({ id, data }) => ({ id, data: await parseData({ id, data }) })))
  store.clear()
  for (const page of sound) store.set(page)
}

/** Loads every page of src/content. */
export function staticPages(): Loader {
  return {
    name: 'static-pages',
    load: async (context) => {
      await load(context)
      const folder = fileURLToPath(new URL('content/', context.config.srcDir))
      const reload = (path: string): void => {
        if (!path.startsWith(folder) || !/\.(md|json)$/.test(path)) return
        load(context).catch((error: unknown) =>
          context.logger.error(error instanceof Error ? error.message : `${error}`),
        )
      }
      context.watcher?.add(folder)
      context.watcher?.on('all', (_event, path) => reload(path))
    },
  }
}
