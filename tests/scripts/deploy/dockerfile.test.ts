// deploy/Dockerfile starts the server as `npm start` does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENTRIES } from '../../../scripts/build-sources.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../../scripts/server-process.mjs'

const root = join(import.meta.dirname, '../../..')
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')

it('has the flags of Node that npm start has', () => {
  const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(dockerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_FLAGS, 'src/server/main.ts'])
})

it('listens at the addresses of its network', () => {
  expect(dockerfile).toMatch(/^ENV HOST=0\.0\.0\.0$/m)
})

it('has the environment that npm start has', () => {
  const [, line = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
  const { NODE_ENV, ...environment } = Object.fromEntries(line.split(' ').map((pair) => pair.split('=')))
  expect(NODE_ENV).toBe('production')
  expect(environment).toEqual(SERVER_ENVIRONMENT)
})

it('builds from every file that a build runs', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const [top = ''] of ENTRIES.map((path) => path.split('/'))) {
    expect(copied).toContain(top)
    expect(sent).toContain(`!${top}`)
  }
})
