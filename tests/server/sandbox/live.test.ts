// A live shop loads no code of the sandbox: only settings that ask for bots and stand-ins bring it.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const addressOf = (path: string): string => new URL(`../../../src/server/${path}`, import.meta.url).href

/** Loads modules one after another in a process of its own, and returns which of the sandbox's each of them brings. */
function loadedBy(...addresses: readonly string[]): string[][] {
  const code = `
    import { registerHooks } from 'node:module'
    let loaded = []
    registerHooks({ load: (url, context, next) => {
      if (url.includes('/src/server/sandbox/')) loaded.push(url.split('/').at(-1))
      return next(url, context)
    } })
    for (const address of ${JSON.stringify(addresses)}) {
      await import(address)
      console.log(JSON.stringify(loaded))
      loaded = []
    }`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[])
}

it('a site brings nothing of the sandbox before its settings are read; bots bring their own code', () => {
  const [site, bots] = loadedBy(addressOf('site/site.ts'), addressOf('sandbox/bots.ts'))
  expect(site).toEqual([])
  expect(bots).toEqual(expect.arrayContaining(['bots.ts', 'bot-games.ts', 'bot-lobby.ts', 'lobby-plan.ts']))
})
