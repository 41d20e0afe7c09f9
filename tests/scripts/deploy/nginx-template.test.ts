// deploy/nginx.conf.template limits what an address may ask for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const template = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf.template'), 'utf8')

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
