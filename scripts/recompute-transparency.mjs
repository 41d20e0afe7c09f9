// Recomputes what /transparency shows from its CSV files alone: node scripts/recompute-transparency.mjs https://shop.example 30
const [site, days = '30'] = process.argv.slice(2)
const tables = {}
for (const name of ['withdrawals', 'waits', 'deposits', 'returns', 'bots', 'gifts', 'prizes']) {
  const [head, ...lines] = (await (await fetch(`${site}/transparency/${name}.csv`)).text()).trim().split('\r\n')
  const keys = head.split(',')
  tables[name] = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [keys[at], cell])))
}
// Every day has one row of withdrawals: the last of them are the window.
const window = new Set(tables.withdrawals.slice(-days).map(({ day }) => day))
const rows = (name) => tables[name].filter(({ day }) => window.has(day))
const sum = (list, key) => list.reduce((total, row) => total + Number(row[key]), 0)
const totals = (list, ...keys) => Object.fromEntries(keys.map((key) => [key, sum(list, key)]))
const by = (name, key) => Object.entries(Object.groupBy(rows(name), (row) => row[key]))
const bound = ({ at_most_minutes: minutes }) => (minutes === '' ? Infinity : Number(minutes))
const waits = rows('waits').sort((a, b) => bound(a) - bound(b))
const quantile = (share) => {
  const rank = Math.ceil(sum(waits, 'withdrawals') * share)
  const step = waits.find((row) => sum(waits.slice(0, waits.indexOf(row) + 1), 'withdrawals') >= rank)
  return step === undefined ? null : bound(step)
}
const games = (name) =>
  by(name, 'game').map(([game, of]) => {
    const { rolls, staked_cents: staked, won_cents: won } = totals(of, 'rolls', 'staked_cents', 'won_cents')
    const error = Math.sqrt(sum(of, 'variance_cents2')) / staked
    return { game, rolls, staked, won, measured: won / staked, promised: sum(of, 'expected_cents') / staked, error }
  })
const gifts = totals(rows('gifts'), 'given_cents', 'referral_cents', 'margin_microcents')
const covers = Math.floor((gifts.margin_microcents * Number(rows('gifts').at(-1)?.own_percent ?? 0)) / 100 / 1e6)
const withdrawals = totals(rows('withdrawals'), 'requested', 'sent', 'delivered', 'refused')
const deposits = by('deposits', 'what').map(([what, of]) => [what, totals(of, 'payments', 'cents', 'withheld')])
const prizes = by('prizes', 'what').map(([what, of]) => [what, totals(of, 'paid', 'rolled_over', 'cents')])
const counted = { ...withdrawals, median: quantile(0.5), p95: quantile(0.95) }
const all = { withdrawals: counted, deposits: Object.fromEntries(deposits), prizes: Object.fromEntries(prizes) }
console.log(
  JSON.stringify({ ...all, returns: games('returns'), bots: games('bots'), gifts: { ...gifts, covers } }, null, 2),
)
