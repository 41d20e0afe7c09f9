// What the guide's run does with each shell block of docs/operating.md, recovery.md, office.md, players.md, prices.md and runbooks.md. A block that is neither
// here nor marked in the document (`<!-- outside: needs a domain -->` in the line above it) fails tests/scripts/deploy/guide-blocks.test.ts.

/** Commands of the guide that are run. */
export interface GuideStep {
  /** The heading above the commands. */
  readonly section: string
  /** How the block begins, or the whole command where it is written within a sentence. */
  readonly begins: string
  /** Set for a command within a sentence. */
  readonly inline?: true
  /** What the commands have to print. */
  readonly says?: readonly RegExp[]
}

/** The steps by name, which tests/guide/guide.test.ts runs in its own order. Each has to be run. */
export const GUIDE_STEPS = {
  database: { section: 'Go live', begins: 'sudo -u postgres psql' },
  'a password': { section: 'Go live', begins: 'openssl rand -hex 24', inline: true, says: [/^[0-9a-f]{48}$/m] },
  'a secret': { section: 'Go live', begins: 'openssl rand -base64 48', inline: true, says: [/^\S{64}$/m] },
  'private settings': { section: 'Go live', begins: 'chmod 600 .env', inline: true },
  'first start': { section: 'Go live', begins: 'npm start', inline: true },
  'the role': { section: 'Go live', begins: 'alter role spacedrop nocreaterole', inline: true },
  verify: {
    section: 'Go live',
    begins: 'curl -s localhost:4321/ready',
    says: [/^\{"status":"ready"/m, /^(?:[5-9]\d|\d{3,})$/m, /^404\n404$/m, /The ledger is right/],
  },
  'orders of the shop': { section: 'Go live', begins: 'npm run ops -- orders list', inline: true },
  'withdrawals of the shop': { section: 'Go live', begins: 'npm run ops -- withdrawals list', inline: true },
  nginx: { section: 'nginx', begins: 'export NGINX_RUN', says: [/test is successful/] },
  'a key for push messages': {
    section: 'The service worker and push messages',
    begins: 'npm run ops -- push key',
    says: [/^PUSH_PRIVATE_KEY=\S{43}$/m],
  },
  commands: { section: 'The command line', begins: 'npm run ops -- --help', says: [/withdrawals/, /unban/, /1000/] },
  'the first member of the staff': {
    section: 'The office',
    begins: 'npm run ops -- staff invite "Anna K" --role owner',
    says: [/^https:\/\/office\.localhost:\d+\/invitation\/\S{43}$/m, /invited until/],
  },
  'a part switched off and on': {
    section: 'Switch something off',
    begins: 'npm run ops -- switches list',
    says: [/^Everything is on\.$/m, /^wheel is off until /m, /^wheel is on\.$/m],
  },
  'the office by its name': {
    section: 'The office',
    begins: "curl -s -o /dev/null -w '%{http_code}\\n' https://office.shop.example/",
    says: [/^200\n404$/m],
  },
  'a backup': {
    section: 'Back up and verify the backup',
    begins: 'npm run ops -- backup /backups/before-update.backup',
    inline: true,
  },
  'a checked backup': {
    section: 'Back up and verify the backup',
    begins: 'npm run ops -- backup check FILE',
    inline: true,
  },
  'a restored backup': {
    section: 'Back up and verify the backup',
    begins: 'sudo -u postgres createdb --owner=spacedrop shop_proof',
    says: [/its ledger is right/],
  },
  'a case in its range': { section: 'What leaves its range', begins: 'npm run ops -- cases rebalance first-step' },
  'pictures and names': { section: 'Pictures and names', begins: 'npm run catalogue -- import --help' },
  reports: { section: 'Reports', begins: 'npm run ops -- report days' },
  'orders in question': { section: 'DepositInQuestion', begins: 'npm run ops -- orders list --in-question' },
  'kept payments': { section: 'PaymentKept', begins: 'npm run ops -- orders kept' },
  bans: { section: 'Ban a player', begins: 'npm run ops -- players ban 1000' },
  'a lost database': {
    section: 'The database is lost',
    begins: 'sudo -u postgres createdb --owner=spacedrop spacedrop',
    says: [/its ledger is right/],
  },
  'a wrong balance': { section: 'A balance is wrong', begins: 'npm run ops -- players correct 1000' },
  erasure: { section: 'A player asks to be deleted', begins: 'npm run ops -- players erase 1000' },
} as const satisfies Readonly<Record<string, GuideStep>>

export type GuideStepName = keyof typeof GUIDE_STEPS

/** A step's name and text. */
export const ALL_STEPS: readonly (readonly [GuideStepName, GuideStep])[] = Object.entries(GUIDE_STEPS) as [
  GuideStepName,
  GuideStep,
][]
