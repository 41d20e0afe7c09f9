// deploy/Dockerfile starts the server as `npm start` does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/server-process.mjs'

const dockerfile = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8')

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
