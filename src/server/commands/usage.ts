/** What the commands are, as it is printed when somebody asks or mistypes. */
export const USAGE = `Usage: npm run tenfold -- <command>

  backup <folder>               write everything into a folder that is empty or not there
  restore <folder>              bring a backup back, into an empty DATA_DIR or database
  move --to <DATABASE_URL>      copy the SQLite database into an empty PostgreSQL database
  doctor                        look at settings, database and files, and say what is wrong
  user list                     list the accounts
  user add <e-mail>             make an account; the password is piped in, or one is made
  user reset-password <e-mail>  give an account another password and end its sessions
  user remove <e-mail> [--yes]  delete an account and everything that is theirs

The settings are those of the server: the same environment variables.`

/** A command line that is none: it is told in a line, and the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
