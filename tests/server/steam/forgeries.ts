// Answers that Steam never gave. Each names its error, and the check that has to find it.
import type { RefusalReason } from '../../../src/server/steam/openid.ts'
import { NOON } from './sandbox.ts'

export interface Forgery {
  readonly what: string
  readonly reason: RefusalReason
  readonly alter: (query: string) => string
}

type Change = (fields: URLSearchParams) => void

function changed(change: Change): (query: string) => string {
  return (query) => {
    const fields = new URLSearchParams(query)
    change(fields)
    return fields.toString()
  }
}

const put = (name: string, value: string): ((query: string) => string) =>
  changed((fields) => fields.set(`openid.${name}`, value))
const drop = (name: string): ((query: string) => string) => changed((fields) => fields.delete(name))
const append = (text: string): ((query: string) => string) => {
  return (query) => `${query}${text}`
}
const rewrite = (name: string, by: (value: string) => string): ((query: string) => string) =>
  changed((fields) => fields.set(`openid.${name}`, by(fields.get(`openid.${name}`) ?? '')))
const identify = (id: string): ((query: string) => string) =>
  changed((fields) => {
    fields.set('openid.claimed_id', id)
    fields.set('openid.identity', id)
  })
const raw = (from: string, to: string): ((query: string) => string) => {
  return (query) => {
    if (!query.includes(from)) throw new Error(`${from} is not in the answer`)
    return query.replace(from, to)
  }
}

const ID = 'https://steamcommunity.com/openid/id/'
const DIGITS = '76561199999999911'
const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Zabc`
const of = (reason: RefusalReason, cases: Record<string, (query: string) => string>): Forgery[] =>
  Object.entries(cases).map(([what, alter]) => ({ what, reason, alter }))

const REQUIRED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']

export const FORGERIES: readonly Forgery[] = [
  ...of('duplicate-parameter', {
    'openid.mode twice': append('&openid.mode=id_res'),
    'claimed_id twice, another player second': append(
      `&openid.claimed_id=${encodeURIComponent(`${ID}76561197960287930`)}`,
    ),
    'claimed_id twice, another player first': (query) =>
      `openid.claimed_id=${encodeURIComponent(`${ID}76561197960287930`)}&${query}`,
    'state twice': append(`&state=${'A'.repeat(32)}`),
    'sig twice': append('&openid.sig=AAAA'),
  }),
  ...of('unknown-parameter', {
    'an extension': append('&openid.ext1.value=1'),
    'another namespace declared': append('&openid.ns.sreg=http%3A%2F%2Fopenid.net%2Fextensions%2Fsreg%2F1.1'),
    'a handle to invalidate': append('&openid.invalidate_handle=1234567890'),
    'an error beside the answer': append('&openid.error=none'),
    'a parameter of our own making': append('&admin=1'),
    'a parameter as an array': append('&openid.mode[]=id_res'),
    'a name written in capitals': raw('openid.mode=', 'OPENID.MODE='),
    'a name with an encoded dot': raw('openid.mode=', 'openid%2Emode='),
    'an underscore for the dot': raw('openid.mode=', 'openid_mode='),
    'a name from the prototype': append('&__proto__=1'),
  }),
  ...of('malformed', {
    'an empty query': () => '',
    'a name without a value': append('&openid.mode'),
    'an empty part': append('&'),
    'an empty signature': put('sig', ''),
    'a broken escape': raw('openid.mode=id_res', 'openid.mode=id%_res'),
    'half a UTF-8 letter': raw('openid.mode=id_res', 'openid.mode=id_res%C3'),
    'a line break inside a value': put('assoc_handle', 'handle\nis_valid:true'),
    'a zero byte inside a value': put('claimed_id', `${ID}${DIGITS}\0`),
    'a space inside a value': put('response_nonce', `${stamp(NOON)} x`),
    'Arabic digits': identify(`${ID}7656119999999991١`),
    'full-width digits': identify(`${ID}７６５６１１９９９９９９９９９１１`),
    'a look-alike letter in the host': identify(`https://steamcоmmunity.com/openid/id/${DIGITS}`),
  }),
  ...of('too-long', { 'more than 8 KB': append(`&openid.sig=${'A'.repeat(9000)}`) }),
  ...of('missing-parameter', {
    'no state': drop('state'),
    'no ns': drop('openid.ns'),
    'no mode': drop('openid.mode'),
    'no signature': drop('openid.sig'),
    'no list of signed fields': drop('openid.signed'),
    'no op_endpoint': drop('openid.op_endpoint'),
    'no identity': drop('openid.identity'),
    'no nonce': drop('openid.response_nonce'),
    'no return_to': drop('openid.return_to'),
    'no handle': drop('openid.assoc_handle'),
  }),
  ...of('ns', {
    'OpenID 1.1': put('ns', 'http://openid.net/signon/1.1'),
    'ns with https': put('ns', 'https://specs.openid.net/auth/2.0'),
    'ns with a slash behind': put('ns', 'http://specs.openid.net/auth/2.0/'),
  }),
  ...of('mode', {
    'mode in capitals': put('mode', 'ID_RES'),
    'mode of an immediate request': put('mode', 'setup_needed'),
    'mode error': put('mode', 'error'),
    'mode check_authentication': put('mode', 'check_authentication'),
  }),
  ...of('op_endpoint', {
    'another host for op_endpoint': put('op_endpoint', 'https://steamcommunity.com.example/openid/login'),
    'op_endpoint with http for https': put('op_endpoint', 'http://steamcommunity.com/openid/login'),
    'op_endpoint with a slash behind': rewrite('op_endpoint', (value) => `${value}/`),
    'op_endpoint with a query': rewrite('op_endpoint', (value) => `${value}?x=1`),
    'op_endpoint on another port': rewrite('op_endpoint', (value) => value.replace(/:\d+\//, ':1/')),
    'op_endpoint encoded twice': rewrite('op_endpoint', encodeURIComponent),
  }),
  ...of('claimed_id', {
    'claimed_id with http': identify(`http://steamcommunity.com/openid/id/${DIGITS}`),
    'claimed_id with a slash behind': identify(`${ID}${DIGITS}/`),
    '16 digits': identify(`${ID}${DIGITS.slice(0, 16)}`),
    '18 digits': identify(`${ID}${DIGITS}1`),
    'digits that begin otherwise': identify(`${ID}86561199999999911`),
    'another host': identify(`https://evil.example/openid/id/${DIGITS}`),
    'another host that begins like Steam': identify(`https://steamcommunity.com.evil.example/openid/id/${DIGITS}`),
    'Steam as a user name': identify(`https://steamcommunity.com@evil.example/openid/id/${DIGITS}`),
    'host in capitals': identify(`https://STEAMCOMMUNITY.com/openid/id/${DIGITS}`),
    'a port in the identity': identify(`https://steamcommunity.com:443/openid/id/${DIGITS}`),
    'another path': identify(`https://steamcommunity.com/openid/ID/${DIGITS}`),
    'a path that climbs': identify(`${ID}../id/${DIGITS}`),
    'a fragment behind': identify(`${ID}${DIGITS}#1`),
    'a query behind': identify(`${ID}${DIGITS}?a`),
    'encoded twice': identify(encodeURIComponent(`${ID}${DIGITS}`)),
    'an encoded digit': identify(`${ID}7656119999999991%31`),
    'letters among the digits': identify(`${ID}7656119999999991e`),
    'no digits': identify(ID),
  }),
  ...of('identity', {
    'identity of another player': put('identity', `${ID}76561199999999912`),
    'claimed_id of another player': put('claimed_id', `${ID}76561197960287930`),
    'identity left to select': put('identity', 'http://specs.openid.net/auth/2.0/identifier_select'),
  }),
  ...of('return_to', {
    'a foreign return_to': rewrite('return_to', (value) => value.replace(/^http:\/\/[^/]+/, 'https://evil.example')),
    'return_to on another port': rewrite('return_to', (value) => value.replace(/:\d+\//, ':1/')),
    'return_to with https for http': rewrite('return_to', (value) => value.replace('http:', 'https:')),
    'return_to of another path': rewrite('return_to', (value) => value.replace('/return', '/return/')),
    'return_to without its state': rewrite('return_to', (value) => value.replace(/\?.*/, '')),
    'return_to with another state': rewrite('return_to', (value) =>
      value.replace(/state=.*/, `state=${'B'.repeat(32)}`),
    ),
    'return_to with a suffix': rewrite('return_to', (value) => `${value}&x=1`),
    'return_to with a fragment': rewrite('return_to', (value) => `${value}#`),
    'return_to by another name of this machine': rewrite('return_to', (value) =>
      value.replace('127.0.0.1', 'localhost'),
    ),
  }),
  ...of('signed', {
    ...Object.fromEntries(
      REQUIRED.map((name) => [
        `${name} not among the signed fields`,
        rewrite('signed', (value) =>
          value
            .split(',')
            .filter((field) => field !== name)
            .join(','),
        ),
      ]),
    ),
    'a signed field that is not there': rewrite('signed', (value) => `${value},sreg.email`),
    'a signed field twice': rewrite('signed', (value) => `${value},claimed_id`),
    'signed fields in capitals': rewrite('signed', (value) => value.toUpperCase()),
    'signed fields with the prefix': rewrite('signed', (value) => value.replaceAll(/\w+/g, 'openid.$&')),
    'signed fields divided by semicolons': rewrite('signed', (value) => value.replaceAll(',', ';')),
    'only a name that contains the others': put('signed', REQUIRED.join('')),
  }),
  ...of('nonce', {
    'a nonce without a time': put('response_nonce', 'abcdef'),
    'a nonce without anything behind its time': put('response_nonce', stamp(NOON).slice(0, 20)),
    'a nonce of 30 February': put('response_nonce', '2026-02-30T12:00:00Zabc'),
    'a nonce at 24 hours 61': put('response_nonce', '2026-03-14T24:61:00Zabc'),
    'a nonce in another time zone': put('response_nonce', '2026-03-14T12:00:00+00:00abc'),
    'a nonce with milliseconds': put('response_nonce', '2026-03-14T12:00:00.000Zabc'),
    'a nonce with something in front': put('response_nonce', `x${stamp(NOON)}`),
    'a nonce of 300 characters': put('response_nonce', `${stamp(NOON)}${'a'.repeat(300)}`),
  }),
  ...of('nonce-age', {
    'a nonce five minutes and a second old': put('response_nonce', stamp(NOON - 301_000)),
    'a nonce of yesterday': put('response_nonce', stamp(NOON - 86_400_000)),
    'a nonce of tomorrow': put('response_nonce', stamp(NOON + 86_400_000)),
    'a nonce 61 seconds ahead': put('response_nonce', stamp(NOON + 61_000)),
  }),
  ...of('state-mismatch', {
    'a state that was never issued': changed((fields) => fields.set('state', 'A'.repeat(32))),
    'a state cut short': changed((fields) => fields.set('state', (fields.get('state') ?? '').slice(1))),
    'a state in other capitals': changed((fields) => fields.set('state', swapCase(fields.get('state') ?? ''))),
  }),
]

/** Changed within the signed fields: all our checks pass, and only the provider can refute it. */
export const UNSIGNED_CHANGES: readonly { what: string; alter: (query: string) => string }[] = [
  { what: 'another player in claimed_id and identity alike', alter: identify(`${ID}76561197960287930`) },
  {
    what: 'another signature',
    alter: rewrite('sig', (value) => `${value.startsWith('A') ? 'B' : 'A'}${value.slice(1)}`),
  },
  { what: 'a truncated signature', alter: rewrite('sig', (value) => value.slice(0, 8)) },
  { what: 'another handle', alter: put('assoc_handle', '1234567890') },
  { what: 'a nonce of its own', alter: put('response_nonce', stamp(NOON)) },
  {
    what: 'the signed fields in another order',
    alter: rewrite('signed', (value) => value.split(',').reverse().join(',')),
  },
]

function swapCase(text: string): string {
  return [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}
