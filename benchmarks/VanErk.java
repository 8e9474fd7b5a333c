// Push or fold by S. van Erk's solver in fractions (https://github.com/sebster/poker).
// A file has the number of hands n, then two tables, n by n: what the small blind wins where he
// pushes and the other folds, and where the other calls. He loses half of the first where he folds.

import com.sebster.gametheory.nash.NashEquilibrium;
import com.sebster.math.matrix.MatrixImpl;
import com.sebster.math.rational.Rational;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

public final class VanErk {
    public static void main(String[] arguments) throws Exception {
        Scanner file = new Scanner(Files.readString(Path.of(arguments[0])));
        int n = file.nextInt();
        MatrixImpl<Rational> choices = new MatrixImpl<>(1 + n, 1 + 2 * n, Rational.ZERO);
        MatrixImpl<Rational> payoffs = new MatrixImpl<>(1 + 2 * n, 1 + 2 * n, Rational.ZERO);
        choices.set(0, 0, Rational.ONE);
        for (int hand = 0; hand < n; hand++) {
            choices.set(hand + 1, 0, Rational.ONE.opposite());
            choices.set(hand + 1, 2 * hand + 1, Rational.ONE);
            choices.set(hand + 1, 2 * hand + 2, Rational.ONE);
        }
        for (int folds = 1; folds >= 0; folds--)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    Rational amount = new Rational(file.nextLong());
                    payoffs.set(2 * i + 1, 2 * j + 1 + folds, amount);
                    if (folds == 1)
                        payoffs.set(2 * i + 2, 0, payoffs.get(2 * i + 2, 0).minus(amount.dividedBy(2)));
                }
        var plans = NashEquilibrium.solve(choices, choices, payoffs, payoffs.uminus());
        Rational value = plans.getFirst().transpose().times(payoffs).times(plans.getSecond()).get(0, 0);
        System.out.println(value.getNumerator() + "/" + value.getDenominator());
    }
}
