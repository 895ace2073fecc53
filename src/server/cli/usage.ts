export const USAGE = `Usage: npm run tenfold -- <command>

  backup <folder>               back up everything into an empty or new folder
  restore <folder>              restore a backup into an empty DATA_DIR and database
  move --to <DATABASE_URL>      copy the SQLite database into an empty PostgreSQL database
  doctor                        check the settings, the database and the files
  user list                     list the accounts
  user add <email>              create an account; pipe in a password, or one is generated
  user reset-password <email>   set a new password and end all sessions of the account
  user remove <email> [--yes]   delete an account and all its data

Commands use the same environment variables as the server.`

/** An invalid command line. The exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
