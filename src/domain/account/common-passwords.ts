/**
 * The most common passwords of at least eight characters, in lowercase. Sources: the NCSC's '100k most used passwords'
 * (2019), NordPass' yearly 'top 200' (up to 2025), and the '10 million password list' (2015). The minimum length already
 * rejects shorter passwords.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  00000000 0000000000 01012011 0123456789 0987654321 10203040 11111111 111111111 1111111111 11112222
  111222333 11223344 1122334455 12121212 123123123 12341234 12344321 1234512345 1234554321
  12345678 123456780 123456788 123456789 1234567890 12345678900 12345678901 12345678910 1234567891 1234567899
  12345679 1234abcd 1234asdf 1234qwer 1234567a 123456aa 123456abc 123456qwerty 12345678a 12345678@
  123456789a 123456789q 12345qwert 12345qwerty 123654789 123698745 123admin 123qwe123 123qweasd 123qweasdzxc
  12qwaszx 135792468 14789632 147258369 147852369 147896325 1a2b3c4d 1password 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 21212121 22222222 22446688 25802580
  31415926 33333333 44444444 4815162342 55555555 66666666 741852963 77777777 789456123 87654321
  88888888 963852741 98765432 987654321 9876543210 99999999 999999999 a1b2c3d4 a1234567 a12345678
  a123456789 a1s2d3f4 aa102030 aa112233 aa123123 aa123456 aa12345678 aa123456789 aa@123456 aaaa1111
  aaaaaaaa aabb1122 abc12345 abc123456 abc@1234 abcd1234 abcd12345 abcd@123 abcd@1234 abcdefgh
  abcdefg1 abcdefg123 admin123 admin@123 admin1234 admin12345 admin123456 adminadmin administrator
  alexander alexandra america1 anderson asd12345 asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1
  babygirl babygirl1 barcelona baseball baseball1 basketball beautiful benjamin bismillah butterfly
  california changeme changeme1 charlie1 charlotte chelsea1 chocolate christian christopher computer
  computer1 contraseña corvette dragon123 drowssap elephant elizabeth facebook football football1
  freedom1 garfield hello1234 hellokitty iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou2 india@123
  internet jennifer jennifer1 jessica1 johncena1 jonathan juventus letmein1 letmein123 linkedin
  linkinpark liverpool liverpool1 loveyou1 manchester master123 maverick mercedes metallica michelle
  michelle1 michael1 midnight minecraft monkey123 motdepasse mustang1 myspace1 mypassword newyork1
  nicholas nintendo p@$$w0rd p@55w0rd p@ssw0rd p@ssw0rd1 p@ssword pa$$w0rd pa55word pakistan
  pakistan123 pass1234 pass12345 pass@123 pass@1234 pass@12345 passport passw0rd passw0rd1 password
  password! password. password01 password1 password1! password11 password12 password123 password1234 password2
  password3 password7 password@1 password@123 passwort passwort1 patricia platinum playboy1 pokemon1
  princess princess1 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qazwsxedc qq123456 qwaszx12 qwer1234
  qwerasdf qwert123 qwert12345 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty@123 qwertyui
  qwertyuiop qweasdzxc qweqweqwe realmadrid samantha samsung1 scorpion sebastian secret123 spiderman
  starwars stephanie student1 summer123 sunshine sunshine1 superman superman1 superstar target123
  test1234 test12345 test@123 testtest trustno1 user1234 valentina veronica victoria vodafone
  welcome1 welcome123 welcome@123 whatever william1 woaini1314 xxxxxxxx yankees1 zaq12wsx zaq1xsw2
  zaq1zaq1 zxcvbnm1 zxcvbnm123 zxcvbnm, zzzzzzzz
  `
    .trim()
    .split(/\s+/),
)

/**
 * Returns whether a password is common, or is little more than the product's name: the name alone or repeated, in
 * any case, with digits and symbols around it. Passwords that add other letters to the name are allowed.
 */
export function isCommonPassword(password: string): boolean {
  const lowered = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lowered)) return true
  const letters = lowered.replace(/[^\p{L}]/gu, '')
  return letters !== '' && letters.replaceAll('tenfold', '') === ''
}
