// Lists of what late parts need name no style sheet that is not there.
import { describe, expect, it } from 'vitest'
import { lateStyles } from '../../scripts/late-styles.mjs'

const LIST = 'm.f=["js/Late.1.js","assets/built/gone.1.css","assets/built/there.1.css"]'

function written(code: string): string {
  const file = 'js/Early.1.js'
  const chunk = { type: 'chunk', fileName: file, code }
  const bundle = { [file]: chunk, 'assets/built/there.1.css': { type: 'asset', fileName: 'assets/built/there.1.css' } }
  const { generateBundle } = lateStyles() as unknown as {
    generateBundle: { handler: (options: object, bundle: object) => void }
  }
  generateBundle.handler({}, bundle)
  return chunk.code
}

describe('the lists of a build', () => {
  it('name the file itself in the place of what is not there, and stay as long as they were', () => {
    expect(written(LIST)).toBe('m.f=["js/Late.1.js","js/Early.1.js","assets/built/there.1.css"]')
  })

  it('leave addresses of style sheets alone', () => {
    const address = 'const styles="/assets/built/gone.1.css"'
    expect(written(address)).toBe(address)
  })
})
