// What a page loads together with its scripts.
import { describe, expect, it } from 'vitest'
import { importsOf } from '../../../scripts/script-imports.mjs'
import { preloadImports } from '../../../src/server/documents/script-preloads.ts'

const script = (file: string): string => `<script type="module" src="/js/${file}"></script>`
const preload = (file: string): string => `<link rel="modulepreload" fetchpriority="low" href="/js/${file}">`

describe('the preloads of a page', () => {
  it('are what its scripts import, each once, behind its text and in front of its first script', () => {
    const imports = { '/js/page.js': ['/js/shell.js', '/js/a.js'], '/js/other.js': ['/js/shell.js'] }
    const body = (preloads: string): string => `<p>Text</p>${preloads}${script('other.js')}${script('page.js')}</body>`
    expect(preloadImports(body(''), imports)).toBe(body(preload('shell.js') + preload('a.js')))
  })

  it('of a page with other scripts, or none, are none', () => {
    const html = `<p>Text</p><script>1</script>${script('unknown.js')}`
    expect(preloadImports(html, { '/js/page.js': ['/js/shell.js'] })).toBe(html)
    expect(preloadImports('<p>Text</p>', {})).toBe('<p>Text</p>')
  })
})

describe('the imports of a script', () => {
  it('are those of its imports too, in circles as well, without what is loaded later and without itself', () => {
    const bundle = {
      'page.js': { imports: ['shell.js'], dynamicImports: ['dialog.js'] },
      'shell.js': { imports: ['runtime.js', 'page.js'] },
      'runtime.js': { imports: [] },
      'dialog.js': { imports: ['react.js'] },
    }
    expect(importsOf(bundle, 'page.js')).toEqual(['shell.js', 'runtime.js'])
    expect(importsOf(bundle, 'dialog.js')).toEqual(['react.js'])
    expect(importsOf(bundle, 'runtime.js')).toEqual([])
  })
})
