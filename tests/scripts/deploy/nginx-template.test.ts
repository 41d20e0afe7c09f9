// deploy/nginx.conf.template chooses the language of a visitor as the app does, from its own lists of languages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'

const template = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf.template'), 'utf8')

/** Returns the lines of the map that makes a variable. */
function mapOf(variable: string): string[] {
  const [, lines = ''] = new RegExp(`^  map \\S+ \\$${variable} \\{\\n(.+?)^  \\}`, 'ms').exec(template) ?? []
  return lines.split('\n').map((line) => line.trim())
}

it.each(LANGUAGES)('reads %s from the cookie', (language) => {
  expect(mapOf('language_of_cookie')).toContain(`"~(?:^|; )lang=(?i:${language})(?:;|$)" ${language};`)
})

it.each(LANGUAGES)('reads %s from Accept-Language', (language) => {
  expect(mapOf('language_of_browser')).toContain(`"~*^${language}(?:-[a-z0-9-]{1,40})?(?:,|$)" ${language};`)
})

it('reads every language from the path', () => {
  expect(mapOf('static_path')).toContain(`"~^/(?:${LANGUAGES.join('|')})(?:/|$)" $uri;`)
})

it.each([
  ['plays', 'location @keyed {', ['limit_req zone=requests', 'limit_conn connections']],
  ['other calls', 'location @patient {', ['limit_req zone=requests', 'limit_conn connections']],
  ['scripts', 'location ~ ^/(?:js|assets/built)/ {', ['limit_req zone=requests', 'limit_conn connections']],
  ['the site', 'location @read {', ['limit_req zone=requests', 'limit_conn connections']],
  ['the sockets', 'location /socket.io/ {', ['limit_req zone=handshakes', 'limit_conn sockets']],
  ['the office', '# The office of the staff, by a host name', ['limit_req zone=requests', 'limit_conn connections']],
])('limits requests and connections of an address at %s', (_what, beginning, lines) => {
  const location = template.slice(template.indexOf(beginning)).split('\n    }')[0]
  for (const line of lines) expect(location).toContain(line)
})
