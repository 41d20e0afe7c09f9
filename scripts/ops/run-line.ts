// Follows a line of the operator: finds its group and its command, runs it, and says in a sentence what is wrong.
import { GROUPS } from './groups.ts'
import { nearest } from './nearest.ts'
import { type Command, CommandRefused, type Group, UsageError } from './operator.ts'

const HELP = new Set(['--help', '-h', 'help'])

function usageOfAll(): string {
  const names = Object.keys(GROUPS)
  const width = Math.max(...names.map((name) => name.length)) + 2
  const lines = names.map((name) => `  ${name.padEnd(width)}${GROUPS[name]?.about}`)
  return `Usage: npm run ops -- GROUP COMMAND [options]

${lines.join('\n')}

npm run ops -- GROUP --help tells more of one. It ends with 0 when it is done, 1 when it was refused or failed, 2 when the line
cannot be followed. On PGlite the server has to be stopped first; on PostgreSQL it may go on.`
}

function unknown(what: string, word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return `There is no ${what} ${word}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

function commandOf({ commands, itself }: Group, words: readonly string[]): [Command, readonly string[]] | undefined {
  const [name, ...rest] = words
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (named !== undefined) return [named, rest]
  return itself === undefined || name === undefined ? undefined : [itself, words]
}

async function runGroup(name: string, group: Group, words: readonly string[]): Promise<number> {
  if (words.some((word, at) => HELP.has(word) && (word !== 'help' || at === 0))) {
    console.log(group.usage)
    return 0
  }
  const found = commandOf(group, words)
  if (found === undefined) {
    const [word] = words
    const said = word === undefined ? '' : `${unknown('command', word, Object.keys(group.commands))}\n`
    console.error(`${said}${group.usage}`)
    return 2
  }
  const [command, args] = found
  try {
    await command(args)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\nHow to say it: npm run ops -- ${name} --help`)
      return 2
    }
    console.error(error instanceof CommandRefused ? error.message : error)
    return 1
  }
}

/**
 * Runs the command that a line names.
 *
 * @returns the exit code: 0 done, 1 refused or failed, 2 the line cannot be followed
 */
export async function runLine([name, ...words]: readonly string[]): Promise<number> {
  if (name !== undefined && HELP.has(name)) {
    console.log(usageOfAll())
    return 0
  }
  const listed = name !== undefined && Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined
  if (name === undefined || listed === undefined) {
    const said = name === undefined ? '' : `${unknown('group', name, Object.keys(GROUPS))}\n`
    console.error(`${said}${usageOfAll()}`)
    return 2
  }
  return runGroup(name, (await listed.load()).group, words)
}
