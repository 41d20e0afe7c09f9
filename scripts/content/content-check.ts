// Names a broken static page by file and line where a build would end in the middle of Astro's loader. The whole check is npm run content -- check.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { formatFault, readContent } from './folder.ts'

/** Creates an Astro integration that ends a build where a static page has a fault, and names all by file and line. */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ command, config }) => {
        if (command !== 'build') return
        const { faults } = await readContent(fileURLToPath(new URL('content', config.srcDir)))
        const root = fileURLToPath(config.root)
        const lines = faults.map((fault) => formatFault({ ...fault, file: relative(root, fault.file) }))
        if (lines.length > 0) throw new Error(lines.join('\n'))
      },
    },
  }
}
