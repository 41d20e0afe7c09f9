// npm run ops -- staff: invites people to the office, lists them, and closes it to one. Also lets in who lost their passkeys.
import { type Command, Option } from 'commander'
import { judge } from '../../src/game/office/judge.ts'
import { ROLES, type Role } from '../../src/game/office/roles.ts'
import type { Verb } from '../../src/game/office/verbs.ts'
import { commandActor } from '../../src/server/audit/actor.ts'
import { ProtocolError } from '../../src/server/base/refusal.ts'
import type { Queries } from '../../src/server/db/database.ts'
import { invite, openInvitations } from '../../src/server/services/office/invitations.ts'
import { disableMember, listStaff, membersNamed, type StaffRow } from '../../src/server/services/office/staff.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { textUpTo } from '../cli/parsers.ts'
import { CommandRefused } from '../cli/program.ts'
import { columnsOf, formatTable, formatTime, NONE } from '../cli/table.ts'
import { withDatabase } from './open-database.ts'

const NAME_MAX = 60
const REASON_MAX = 500

/** Refuses what the table of verbs does not allow. The command line has an owner's rights and a fresh assertion. */
function refuseIllegal(verb: Verb, member: StaffRow): void {
  const [now, freshUntil] = [0, 1]
  const judgement = judge(verb, { role: 'owner', state: member.state, freshUntil, now, hasReason: true })
  if (!judgement.may) throw new CommandRefused(`${member.name} is ${member.state}: nothing was changed.`)
}

async function memberNamed(queries: Queries, name: string): Promise<StaffRow> {
  const members = await membersNamed(queries, name)
  const [member] = members
  if (member !== undefined && members.length === 1) return member
  const what = members.length === 0 ? 'Nobody' : 'More than one member'
  throw new CommandRefused(`${what} of the staff is called "${name}": npm run ops -- staff list`)
}

interface InviteOptions {
  readonly role?: Role
  readonly again: boolean
  readonly reason: string
}

async function inviteOne(name: string, { role, again, reason }: InviteOptions, io: CommandIo): Promise<void> {
  if (again === (role !== undefined)) {
    throw new CommandRefused('Name the role of a new member, or --again for one who lost their passkeys.')
  }
  const { path, expiresAt, url } = await withDatabase(io, async (db, { office }) => {
    if (office === undefined) throw new CommandRefused('OFFICE_PORT=off: there is no office to invite to.')
    const invitation = await db.transaction(async (tx) => {
      const member = again ? await memberNamed(tx, name) : undefined
      if (member?.state === 'disabled')
        throw new CommandRefused(`${name} is disabled: enable them in the office first.`)
      const invited = { name, role: member?.role ?? role ?? 'auditor', staffId: member?.id, reason }
      return invite(tx, invited, commandActor(), Date.now())
    })
    return { ...invitation, url: office.url }
  })
  printLine(io, `${url}${path}`)
  printLine(io, `The link lets ${name} in once, until ${formatTime(new Date(expiresAt))}. It is shown this once.`)
  if (again) printLine(io, 'When it is used, all older passkeys and sessions of that person end.')
}

async function list(io: CommandIo): Promise<void> {
  const { members, open } = await withDatabase(io, async ({ queries }) => ({
    members: await listStaff(queries, Date.now()),
    open: await openInvitations(queries, Date.now()),
  }))
  if (members.length + open.length === 0) {
    return printLine(io, 'Nobody works in the office yet: npm run ops -- staff invite NAME --role owner --reason WORDS')
  }
  const rows = members.map(({ name, role, state, passkeys, sessions, seenAt }) => {
    const seen = seenAt === null ? NONE : formatTime(new Date(seenAt))
    return [name, role, state, String(passkeys), String(sessions), seen]
  })
  const invited = open.map(({ name, role, expiresAt }) => [
    name,
    role,
    `invited until ${formatTime(expiresAt)}`,
    '',
    '',
    '',
  ])
  printLine(io, formatTable(columnsOf('name', 'role', 'state', 'passkeys', 'sessions', 'seen'), [...rows, ...invited]))
}

async function disable(name: string, { reason }: { readonly reason: string }, io: CommandIo): Promise<void> {
  const ended = await withDatabase(io, (db) =>
    db.transaction(async (tx) => {
      const member = await memberNamed(tx, name)
      refuseIllegal('staff.disable', member)
      return disableMember(tx, { staffId: member.id, by: commandActor(), reason, at: Date.now() })
    }),
  ).catch((error: unknown) => {
    if (error instanceof ProtocolError) throw new CommandRefused(`${error.message}.`, { cause: error })
    throw error
  })
  printLine(io, `${name} is disabled: sessions ended: ${ended}.`)
}

/** Adds the commands about staff. */
export function addStaffCommands(commands: Command, io: CommandIo): void {
  const reason = textUpTo(REASON_MAX)
  commands.description('Staff of the office: invite a person, list them, close the office to one.')
  commands
    .command('invite')
    .description('Print a link that lets one person into the office, once, within a day.')
    .argument('<name>', 'what they are called in the office and in the audit', textUpTo(NAME_MAX))
    .addOption(new Option('--role <role>', 'what they may do').choices([...ROLES]))
    .option('--again', 'a member who lost their passkeys: the link lets them in, with the role that they have', false)
    .requiredOption('--reason <text>', 'required: why, for the record', reason)
    .action((name: string, options: InviteOptions) => inviteOne(name, options, io))
    .addHelpText(
      'after',
      `
Examples:
  npm run ops -- staff invite "Anna K" --role owner --reason "Founder"
  npm run ops -- staff invite "Anna K" --again --reason "Lost her phone"`,
    )
  commands
    .command('list')
    .description('List members of the staff, and open invitations.')
    .action(() => list(io))
  commands
    .command('disable')
    .description('Close the office to a member at once, and end their sessions.')
    .argument('<name>', 'their name, as the list has it')
    .requiredOption('--reason <text>', 'required: why, for the record', reason)
    .action((name: string, options: { readonly reason: string }) => disable(name, options, io))
    .addHelpText('after', '\nExample:\n  npm run ops -- staff disable "Anna K" --reason "Left the company"')
}
